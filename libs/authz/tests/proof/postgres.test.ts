import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { resolve } from '../../src/engine/roles/resolve.ts'
import { toFragment, toSql } from '../../src/sql/index.ts'
import { askers, conditions, rows } from '../support/generate.ts'
import { openPglite } from '../support/pglite.ts'
import { meets } from '../support/oracle.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

interface Database {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  end(): Promise<void>
}

const docs = fc.sample(rows, { numRuns: 80, seed: 7 })
const cases = fc.sample(fc.tuple(conditions, askers), {
  numRuns: countRuns({ short: 200, long: 600 }),
  seed: 11,
})

async function fill(db: Database) {
  await db.query(`create temp table docs (n integer, "ownerId" integer, level integer, status text,
    "isOpen" boolean, at timestamptz, tags text[])`)
  for (const [n, { ownerId, level, status, isOpen, at, tags }] of docs.entries())
    await db.query('insert into docs values ($1, $2, $3, $4, $5, $6, $7)', [
      n,
      ownerId,
      level,
      status,
      isOpen,
      at,
      tags,
    ])
  await db.query(`insert into docs (n, tags) values (1000, '{NULL,a}'), (1001, '{NULL}')`)
}

const databases: readonly [string, () => Promise<Database>][] = [
  [
    'PostgreSQL',
    async () => {
      const client = new Client({ connectionString: inject('postgresUrl') })
      await client.connect()
      return client as unknown as Database
    },
  ],
  [
    'PGlite',
    async () => {
      const pglite = await openPglite()
      return { query: (text, values) => pglite.query(text, values), end: () => pglite.close() }
    },
  ],
]

const empty = { ownerId: null, level: null, status: null, isOpen: null, at: null }
const extra = [
  { n: 1000, row: { ...empty, tags: [null, 'a'] } },
  { n: 1001, row: { ...empty, tags: [null] } },
]
const all = [...docs.map((row, n) => ({ n, row: { ...row } as Record<string, unknown> })), ...extra]

describe.each(databases)('%s', (_, open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await fill(db)
  }, 60_000)
  afterAll(() => db?.end())

  it(
    'chooses the rows for which the condition holds, nulls and negations included',
    { timeout: 60_000 },
    async () => {
      for (const [condition, asker] of cases) {
        const { text, values } = toSql(
          resolve(condition, (name) => asker[name as keyof typeof asker]),
          { dialect: 'postgresql' },
        )
        const chosen = await db.query(`select n from docs where ${text} order by n`, [...values])
        const expected = all.filter(({ row }) => meets(condition, row, { ...asker })).map(({ n }) => ({ n }))
        expect(chosen.rows, JSON.stringify(condition)).toEqual(expected)
      }
    },
  )

  it('is asked alike by what template tags take', async () => {
    for (const [condition, asker] of cases.slice(0, 50)) {
      const simple = resolve(condition, (name) => asker[name as keyof typeof asker])
      const { strings, values } = toFragment(simple, { column: (name) => `docs."${name}"` })
      const joined = strings.reduce((before, string, i) => `${before}$${i}${string}`)
      const { text } = toSql(simple, { dialect: 'postgresql', column: (name) => `docs."${name}"` })
      expect(joined).toBe(text)
      await db.query(`select n from docs where ${joined}`, [...values])
    }
  })
})
