import { auditOperations } from '@content-service/domain/internal/audit'
import { aContext, aUser, callerOf, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryStatement } from '../reading/query-statement.ts'
import { createStores } from '../stores.ts'
import { Tables } from '../tables/tables.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'
import { explain } from '../testing/explain.ts'

const ENTRIES = 20_000
const PAGE = 20
/** Entries are a minute apart, and the newest is of this time. */
const NEWEST = '2026-11-20T00:00:00Z'

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('C19.5 the filters of the audit log on %s', (_, open) => {
  let test: TestDatabase
  const em = () => test.database.session()

  beforeAll(async () => {
    test = await open()
    await em().execute(
      `insert into audit_entries (id, at, actor_id, credential, request_id, action, resource, resource_id, decision)
       select gen_random_uuid(), timestamptz '${NEWEST}' - n * interval '1 minute', n % 10, 'basic', 'r',
         'act' || n % 10, 'kind' || n % 10, (n % 10)::text, 'ALLOW'
       from generate_series(1, ?) n`,
      [ENTRIES],
    )
    await em().execute('vacuum analyze audit_entries')
  }, 60_000)
  afterAll(() => test.close())

  const read = async (filters: object) => {
    const caller = callerOf({ ...aUser('amy', 'ADMIN'), id: 3 as never } as never)
    const context = aContext({ stores: createStores(em(), TEST_AUDIT_CONTEXT), caller })
    const { where, orderBy } = auditOperations.auditLog.list(context, filters)
    const window = { limit: PAGE, offset: 0 }
    const query = { from: 'auditEntries', where, orderBy, window, select: { fields: ['id'] } } as const
    return explain(em(), queryStatement(new Tables(context.model), query, null))
  }

  it.each([
    ['the whole log', {}],
    ['an actor', { actorId: '3' }],
    ['a kind', { resource: 'kind3' }],
    ['a record', { resourceId: '3' }],
    ['a record of a kind', { resource: 'kind3', resourceId: '3' }],
    ['an action', { action: 'act3' }],
    ['a time in the past', { to: '2026-11-10T00:00:00Z' }],
    ['an action of a time', { action: 'act3', from: '2026-11-08T00:00:00Z', to: '2026-11-10T00:00:00Z' }],
    ['nobody', { actorId: '99' }],
    ['no kind', { resource: 'none' }],
    ['no record', { resourceId: 'none' }],
    ['no action', { action: 'none' }],
    ['no time', { from: '2026-12-01T00:00:00Z' }],
    ['no time before', { to: '2020-12-01T00:00:00Z' }],
    ['an action that the actor has not done', { actorId: '3', action: 'none' }],
  ])('read few entries for a page of %s', async (_what, filters) => {
    const { scanned, read: entries } = await read(filters)
    expect(scanned).toEqual([])
    expect(entries).toBeLessThan(PAGE * 20)
  })
})
