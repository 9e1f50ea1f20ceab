import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { chooseForm, countRuns } from '../../../../tools/check/long-tests.ts'
import { createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import type {} from '../../../../tools/postgres/vitest-postgres.ts'
import { fold, foldSql } from '../../src/fold/index.ts'
import { type Condition, where } from '../../src/index.ts'
import { toSql } from '../../src/sql/index.ts'
import { openPglite } from '../support/pglite.ts'
import { listLetters, texts } from '../support/unicode.ts'

interface Database {
  query(text: string, values?: unknown[]): Promise<{ rows: object[] }>
  /** Runs several statements. */
  exec(text: string): Promise<unknown>
  end(): Promise<unknown>
}

async function openPostgres(): Promise<Database> {
  const { url, drop } = await createDatabase(inject('postgresUrl'))
  const client = new Client({ connectionString: url })
  await client.connect()
  return {
    query: (text, values) => client.query(text, values),
    exec: (text) => client.query(text),
    end: () => client.end().then(drop),
  }
}

async function openPGlite(): Promise<Database> {
  const pglite = await openPglite({ pg_trgm })
  return {
    query: (text, values) => pglite.query<object>(text, values),
    exec: (text) => pglite.exec(text),
    end: () => pglite.close(),
  }
}

/** What would change the result, if the function looked for its functions, operators and types there. */
const TRAPS = `
  create schema traps;
  create function traps.lower(text) returns text language sql immutable as 'select ''lower''';
  create function traps.chr(int) returns text language sql immutable as 'select ''chr''';
  create function traps.ascii(text) returns int language sql immutable as 'select 65';
  create function traps.never(int, int) returns bool language sql immutable as 'select false';
  create operator traps.= (leftarg = int, rightarg = int, function = traps.never);
  create operator traps.< (leftarg = int, rightarg = int, function = traps.never);
  create operator traps.>= (leftarg = int, rightarg = int, function = traps.never);
  create domain traps.int4 as text;`

const letters = listLetters().slice(1)
const writeLines = (some: readonly string[]): readonly string[] =>
  Array.from({ length: Math.ceil(some.length / 1000) }, (_, i) =>
    some.slice(i * 1000, i * 1000 + 1000).join(','),
  )
const hasCharacters = (letter: string): boolean => {
  const plane = (letter.codePointAt(0) ?? 0) >> 16
  return plane < 4 || plane === 14
}
/**
 * All code points in texts, and in the long form each alone. The function is the same in PGlite, which needs the longest:
 * its short form leaves out the planes without any character.
 */
const LINES = writeLines(letters)
const LINES_IN_PGLITE = writeLines(chooseForm({ short: letters.filter(hasCharacters), long: letters }))
const ALONE = letters.slice(0, countRuns({ short: 0x3400, long: letters.length }))
const RANDOM = fc.sample(texts, { numRuns: countRuns({ short: 3_000, long: 100_000 }), seed: 45 })

describe.each([
  ['PostgreSQL', openPostgres, LINES],
  ['PGlite', openPGlite, LINES_IN_PGLITE],
])('fold in %s', (_, open, lines) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await db.exec(foldSql())
  }, 60_000)
  afterAll(() => db?.end())

  /** The texts that the database folds to something else than the memory. */
  async function findDifferences(given: readonly string[], argument = 'given'): Promise<readonly object[]> {
    const { rows } = await db.query(
      `select given, public.fold(${argument}) as folded, expected from unnest($1::text[], $2::text[]) as t (given, expected)
        where public.fold(${argument}) collate "C" is distinct from expected`,
      [given, given.map((text) => fold(text))],
    )
    return rows
  }

  it.each([
    ['each code point', lines],
    ['code points alone', ALONE],
    ['texts of several scripts with marks', RANDOM],
  ])('is that of JavaScript for %s', async (_name, given) => {
    for (let i = 0; i < given.length; i += 10_000)
      expect(await findDifferences(given.slice(i, i + 10_000))).toEqual([])
  })

  it('is null for null, and empty for marks alone', async () => {
    const { rows } = await db.query(
      `select fold(null) is null as null, fold('') as empty, fold(U&'\\0301') as mark`,
    )
    expect(rows).toEqual([{ null: true, empty: '', mark: '' }])
  })

  it('depends on no collation', async () => {
    await db.exec(`create collation blind (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
      create collation turkish (provider = icu, locale = 'tr')`)
    const given = ['TITLE', 'TİTLE', ...RANDOM.slice(0, 500)]
    for (const collation of ['blind', 'turkish', 'POSIX'])
      expect(await findDifferences(given, `(given collate "${collation}")`)).toEqual([])
  })

  it('depends on no search path', async () => {
    await db.exec(`${TRAPS} set search_path to traps, pg_catalog`)
    await db.exec(foldSql())
    expect(await findDifferences(['É', 'A', '한', 'é\u0301b'])).toEqual([])
    await db.exec('reset search_path; drop schema traps cascade')
  })

  it('is written into the query, so that PostgreSQL reads the table once for each query', async () => {
    const { rows } = await db.query(`explain verbose select fold(collname) from pg_collation`)
    expect(JSON.stringify(rows)).toContain('ELSE fold_unicode(')
  })

  it('is in a generated column', async () => {
    await db.exec(`create table notes (title text, folded text generated always as (fold(title)) stored);
      insert into notes values ('Élève'), ('Note'), (null)`)
    const { rows } = await db.query('select folded from notes')
    expect(rows).toEqual([{ folded: 'eleve' }, { folded: 'note' }, { folded: null }])
  })

  it('takes a time that grows with the length of the text', async () => {
    const measure = async (length: number): Promise<number> => {
      const start = performance.now()
      await db.query('select length(fold($1))', ['Éa漢'.repeat(length / 3)])
      return performance.now() - start
    }
    const measureLeast = async (length: number): Promise<number> =>
      Math.min(await measure(length), await measure(length), await measure(length))
    // Ten times the length would take a hundred times as long if the time were quadratic.
    expect(await measureLeast(300_000)).toBeLessThan(40 * (await measureLeast(30_000)))
  })

  describe('an index', () => {
    const a = where<{ title: string }>({ title: 'text' })
    beforeAll(async () => {
      await db.exec(`create table articles (title text);
        insert into articles select 'Élève ' || md5(n::text) from generate_series(1, 5000) n;
        create index folded on articles ((fold(title) collate "C"));
        analyze articles`)
    }, 60_000)

    async function explain(condition: Condition): Promise<string> {
      const { text, values } = toSql(condition, { dialect: 'postgresql', kindOf: () => 'text' })
      const { rows } = await db.query(`explain select * from articles where ${text}`, [...values])
      return JSON.stringify(rows)
    }

    it('serves `eq` and `startsWith`', async () => {
      expect(await explain(fold(a.title).eq(fold('ÉLÈVE 7')))).toContain('using folded on')
      expect(await explain(fold(a.title).startsWith(fold('ÉLÈVE 7abc')))).toContain('using folded on')
    })

    it('of trigrams serves `endsWith` and `includes`', async (context) => {
      const { rows } = await db.query(`select from pg_available_extensions where name = 'pg_trgm'`)
      if (rows.length === 0) return context.skip('this PostgreSQL has no pg_trgm')
      await db.exec(`create extension pg_trgm;
        create index parts on articles using gin ((fold(title) collate "C") gin_trgm_ops)`)
      expect(await explain(fold(a.title).includes(fold('7ABCDE')))).toContain('on parts')
      expect(await explain(fold(a.title).endsWith(fold('7ABCDE')))).toContain('on parts')
    })
  })
})
