import { fairModel } from '@content-service/domain/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findRow, type Sql } from '../statements/sql.ts'
import { migrateTypes, openPglite, type TestDatabase } from '../testing/databases.ts'
import { knownSql } from './known-rows.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await openPglite()
  await migrateTypes(test.database, fairModel)
})
afterAll(() => test.close())

interface Explained {
  readonly plan: readonly { readonly Plan: { readonly 'Plan Rows': number } }[]
}

it('C15.17 PostgreSQL expects that it knows nearly all rows, also in a table without statistics', async () => {
  const known = knownSql(fairModel.typeNamed('FairStand')) ?? sql`false`
  const em = test.database.session()
  await em.execute(`insert into fair_stands (id, title, stage, created_at, version)
    select gen_random_uuid(), 'Stand', 'OPEN', now(), 1 from generate_series(1, 5000)`)
  const estimate = async (condition: Sql): Promise<number> => {
    const explain = sql<Record<'QUERY PLAN', Explained['plan']>>`explain (format json)
      select id from fair_stands where ${condition}`
    return (await findRow(em, explain))?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
  }
  expect(await estimate(known)).toBeGreaterThan(0.9 * (await estimate(sql`true`)))
})
