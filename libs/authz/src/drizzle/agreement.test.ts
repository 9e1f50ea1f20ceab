import { PGlite } from '@electric-sql/pglite'
import Sqlite from 'better-sqlite3'
import { asc, getTableColumns, sql } from 'drizzle-orm'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import * as pg from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import * as sqlite from 'drizzle-orm/sqlite-core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countRuns } from '../../../../tools/long-tests.ts'
import { asked, expectAgreement, tables } from '../testing/sql-agreement.ts'
import { fillPostgres } from '../testing/sql-tables.ts'
import { toTyped } from '../testing/typed-rows.ts'
import { toDrizzle } from './index.ts'

const [rows = []] = fc.sample(tables, { numRuns: 1, seed: 5 })
const cases = fc.sample(asked, { numRuns: countRuns({ short: 400, long: 10_000 }), seed: 13 })

it('chooses the rows that the engine chooses in PostgreSQL, also with bad values', async () => {
  const docs = pg.pgTable('docs', {
    n: pg.integer(),
    boolean: pg.boolean(),
    integer: pg.integer(),
    bigint: pg.bigint({ mode: 'bigint' }),
    decimal: pg.numeric({ mode: 'number' }),
    float: pg.doublePrecision(),
    text: pg.text(),
    uuid: pg.uuid(),
    timestamp: pg.timestamp({ withTimezone: true }),
    date: pg.date({ mode: 'date' }),
    textArray: pg.text().array(),
    integerArray: pg.integer().array(),
    uuidArray: pg.uuid().array(),
  })
  const client = await PGlite.create()
  for (const [text, values] of fillPostgres(rows)) await client.query(text, values)
  const db = drizzlePglite({ client })
  const found = await db.select().from(docs).orderBy(asc(docs.n))
  for (const each of cases)
    for (const hasKinds of [true, false])
      await expectAgreement(each, {
        hasKinds,
        rows: found,
        select: async (where) => {
          const chosen = await db
            .select({ n: docs.n })
            .from(docs)
            .where(toDrizzle(where, docs, { sql }))
            .orderBy(asc(docs.n))
          return chosen.map(({ n }) => Number(n))
        },
      })
  await client.close()
})

it('chooses the rows that the engine chooses in SQLite, also with bad values', async () => {
  const docs = sqlite.sqliteTable('docs', {
    n: sqlite.integer(),
    boolean: sqlite.integer({ mode: 'boolean' }),
    integer: sqlite.integer(),
    bigint: sqlite.integer(),
    decimal: sqlite.numeric({ mode: 'number' }),
    float: sqlite.real(),
    text: sqlite.text(),
    uuid: sqlite.text(),
    timestamp: sqlite.integer({ mode: 'timestamp_ms' }),
    date: sqlite.integer({ mode: 'timestamp' }),
    textArray: sqlite.text({ mode: 'json' }),
    integerArray: sqlite.text({ mode: 'json' }),
    uuidArray: sqlite.text({ mode: 'json' }),
  })
  const client = new Sqlite(':memory:')
  const columns = Object.values(getTableColumns(docs))
  client.exec(`create table docs (${columns.map((each) => `"${each.name}" ${each.getSQLType()}`).join()})`)
  const db = drizzleSqlite({ client })
  // Drizzle reads integers of SQLite as numbers.
  const typed = rows.map((row, n) => ({
    ...toTyped(row),
    n,
    bigint: row.bigint && Number(row.bigint.slice(0, 9)),
  }))
  db.insert(docs)
    .values(typed as never)
    .run()
  const found = db.select().from(docs).orderBy(asc(docs.n)).all()
  expect(found).toEqual(typed)
  for (const each of cases)
    await expectAgreement(each, {
      hasKinds: true,
      rows: found,
      select: (where) =>
        db
          .select({ n: docs.n })
          .from(docs)
          .where(toDrizzle(where, docs, { sql }))
          .orderBy(asc(docs.n))
          .all()
          .map(({ n }) => Number(n)),
    })
})
