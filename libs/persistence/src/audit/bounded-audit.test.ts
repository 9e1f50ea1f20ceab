import { and } from '@content-service/authz'
import { TEST_AUDIT_CONTEXT, aUser } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPostgres, type TestDatabase } from '../testing/databases.ts'

const ENTRIES = 20_000
const NEVER = new Date(0)

describe('C12.6 the table of the audit log', () => {
  let test: TestDatabase
  const em = () => test.database.session()
  const stores = () => createStores(em(), TEST_AUDIT_CONTEXT)

  beforeAll(async () => {
    test = await openPostgres()
    await em().execute(
      `insert into audit_entries (id, at, actor_id, credential, request_id, action, resource, resource_id, decision)
       select gen_random_uuid(), now() - n * interval '1 minute', n, 'basic', 'r', 'x', 'users', n::text, 'ALLOW'
       from generate_series(1, ?) n`,
      [ENTRIES],
    )
    await em().execute('vacuum analyze audit_entries')
  }, 60_000)
  afterAll(() => test.close())

  /** The number of rows and index entries of the table that the work reads. */
  const countReads = (work: (inside: ReturnType<typeof stores>) => Promise<unknown>): Promise<number> => {
    const reads = `select pg_stat_get_xact_tuples_returned('audit_entries'::regclass)
      + (select coalesce(sum(pg_stat_get_xact_tuples_returned(indexrelid)), 0) from pg_index
         where indrelid = 'audit_entries'::regclass) as count`
    return em().transactional(async (inside) => {
      const read = async () => Number((await inside.execute<[{ count: string }]>(reads))[0].count)
      const before = await read()
      await work(createStores(inside, TEST_AUDIT_CONTEXT))
      return (await read()) - before
    })
  }

  it('lets an export and an erasure read the entries of a person without reading other entries', async () => {
    const { id } = await stores().users.add(aUser('ada'), null)
    const exported = await countReads(async ({ exports }) => {
      for await (const record of exports.records(id, () => and())) expect(record).toBeDefined()
    })
    const erased = await countReads(({ erasures }) =>
      erasures.forget({ userId: id, pseudonym: -7, at: new Date() }, 100),
    )
    expect([exported, erased].map((reads) => reads < 100)).toEqual([true, true])
  })

  it('lets the job that removes old entries read few other entries', async () => {
    const reads = await countReads(({ audit }) => audit.purge(NEVER, 1_000))
    expect(reads).toBeLessThan(ENTRIES)
  })

  it('refuses text beyond its length', async () => {
    const { audit } = stores()
    const refused = { action: 'x', resource: 'users', reason: 'FORBIDDEN', field: null, moreRefused: 0 }
    await audit.addRefusals([{ ...refused, resourceId: 'x'.repeat(100) }])
    await expect(audit.addRefusals([{ ...refused, resourceId: 'x'.repeat(101) }])).rejects.toThrow()
  })
})
