import { DatabaseSync } from 'node:sqlite'
import type { PGlite } from '@electric-sql/pglite'
import { citext } from '@electric-sql/pglite/contrib/citext'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Condition, not, subject, where } from '../index.ts'
import { resolve } from '../engine/roles/resolve.ts'
import { rowDecoder } from '../rows/index.ts'
import { arrays, asked, attributes, expectAgreement, tables } from '../../tests/support/sql-agreement.ts'
import { columns, fillPostgres, fillSqlite } from '../../tests/support/sql-tables.ts'
import { openPglite } from '../../tests/support/pglite.ts'
import { toSql } from './index.ts'

const [rows = []] = fc.sample(tables, { numRuns: 1, seed: 5 })
const cases = fc.sample(asked, { numRuns: 1000, seed: 9 })
const sentence = 'chooses the rows that the engine chooses, also with bad values (with kinds: %s)'

describe('PostgreSQL', () => {
  let db: PGlite
  let found: readonly object[]
  beforeAll(async () => {
    db = await openPglite()
    for (const [text, values] of fillPostgres(rows)) await db.query(text, values)
    found = (await db.query<object>(`select ${columns} from docs order by n`)).rows
  })
  afterAll(() => db.close())
  const select = async (condition: Condition) => {
    const { text, values } = toSql(condition, { dialect: 'postgresql' })
    const chosen = await db.query<{ n: number }>(`select n from docs where ${text} order by n`, [...values])
    return chosen.rows.map(({ n }) => n)
  }

  it.each([true, false])(sentence, async (hasKinds) => {
    const decoded = found.map(rowDecoder(attributes, 'node-postgres'))
    for (const each of cases) await expectAgreement(each, { hasKinds, rows: decoded, select })
  })
})

it('text equals text with the same code points, whatever the type of the column says', async () => {
  const db = await openPglite({ citext })
  await db.exec(
    `create extension citext; create table words (word citext); insert into words values ('a'), ('A')`,
  )
  const find = async (condition: Condition) => {
    const { text, values } = toSql(condition, { dialect: 'postgresql' })
    return (await db.query(`select word from words where ${text}`, [...values])).rows
  }
  const { word } = where<{ word: string }>({ word: 'citext' })
  expect(await find(word.eq('a'))).toEqual([{ word: 'a' }])
  expect(await find(not(word.eq('a')))).toEqual([{ word: 'A' }])
  expect(await find(word.in(['A', 'b']))).toEqual([{ word: 'A' }])
  const own = resolve(where<{ word: string }>().word.eq(subject<{ name: string }>().name), () => 'a')
  expect(await find(own)).toEqual([{ word: 'a' }])
  await db.close()
})

interface Opened {
  readonly run: (sql: string, values: readonly unknown[]) => unknown
  readonly all: (sql: string, values: readonly unknown[]) => unknown[]
}

/** The driver must read integers as bigints, because the rows have integers that no number can be. */
const openNode = (): Opened => {
  const db = new DatabaseSync(':memory:')
  const all = (sql: string, values: readonly unknown[]) => {
    const statement = db.prepare(sql)
    statement.setReadBigInts(true)
    return statement.all(...(values as null[]))
  }
  return { run: (sql, values) => db.prepare(sql).run(...(values as null[])), all }
}

describe.each([['node:sqlite', openNode]] as const)('%s', (driver, open) => {
  it.each([true, false])(sentence, async (hasKinds) => {
    const db = open()
    for (const [text, values] of fillSqlite(rows)) db.run(text, values)
    const found = db.all(`select ${columns} from docs order by n`, []) as object[]
    const decoded = found.map(rowDecoder<unknown>(hasKinds ? attributes : arrays, driver)) as object[]
    const select = (condition: Condition) => {
      const { text, values } = toSql(condition, { dialect: 'sqlite' })
      const chosen = db.all(`select n from docs where ${text} order by n`, values) as { n: bigint }[]
      return chosen.map(({ n }) => Number(n))
    }
    for (const each of cases) await expectAgreement(each, { hasKinds, rows: decoded, select })
  })
})
