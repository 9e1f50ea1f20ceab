import { asc, sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import fc from 'fast-check'
import { it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { agreesOnColumns } from '../../tests/support/drizzle-laws.ts'
import { asked, expectAgreement, tables } from '../../tests/support/sql-agreement.ts'
import { fillPostgres } from '../../tests/support/sql-tables.ts'
import { openPglite } from '../../tests/support/pglite.ts'
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
  const client = await openPglite()
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

it('chooses the rows that the engine chooses in SQLite, also with bad values', () =>
  agreesOnColumns(toDrizzle, countRuns({ short: 400, long: 10_000 })))
