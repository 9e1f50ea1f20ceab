import { builtInModel } from '@content-service/domain'
import { aUser, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { execute, findRow, type Sql } from '../statements/sql.ts'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'

interface Known {
  readonly rows: number
  readonly columns: number
}

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('statistics for plans on %s', (_, open) => {
  let test: TestDatabase
  let stores: ReturnType<typeof createStores>
  const run = (statement: Sql) => execute(test.database.session(), statement)
  /** The rows that PostgreSQL expects in the table of articles, and the columns that it knows about. */
  const known = () =>
    findRow(
      test.database.session(),
      sql<Known>`select reltuples::integer as rows,
        (select count(*)::integer from pg_stats where tablename = 'articles') as columns
        from pg_class where oid = 'articles'::regclass`,
    )
  const addArticles = (count: number) =>
    run(sql`insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, version)
      select gen_random_uuid(), 'T', 'C', 'E', true, 'DRAFT', '{}', ${owner}::integer, now(), 1
      from generate_series(1, ${count}::integer)`)
  let owner: number

  beforeAll(async () => {
    test = await open({ model: builtInModel })
    stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT)
    owner = (await stores.users.add(aUser('ada'), null)).id
  })
  afterAll(() => test.close())

  it('are collected for tables without any, and after changes of more than a tenth and 1,000 rows (C10.6)', async () => {
    await addArticles(1_500)
    await run(sql`select pg_stat_force_next_flush()`)
    await stores.statistics.refresh()
    expect(await known()).toMatchObject({
      rows: 1_500,
      columns: expect.toSatisfy((count: number) => count > 5),
    })
    await addArticles(900)
    await run(sql`select pg_stat_force_next_flush()`)
    await stores.statistics.refresh()
    expect(await known()).toMatchObject({ rows: 1_500 })
    await addArticles(900)
    // PostgreSQL counts changes about a second after they are made.
    await vi.waitFor(
      async () => {
        await stores.statistics.refresh()
        expect(await known()).toMatchObject({ rows: 3_300 })
      },
      { timeout: 10_000, interval: 300 },
    )
  })
})
