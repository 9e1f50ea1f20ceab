import type { WebhookId } from '@content-service/domain/internal/rules'
import { TEST_AUDIT_CONTEXT, aUser } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPostgres, type TestDatabase } from '../testing/databases.ts'

const DEAD = '00000000-0000-4000-8000-00000000dead' as WebhookId
const HEALTHY = '00000000-0000-4000-8000-000000000001' as WebhookId
const PENDING = 20_000
/** A claim reads at most 100 rows of each webhook, with an index entry for each row. */
const FEW = 500

const [LONG_AGO, NOW, LATER] = [1, 60, 61].map(
  (minutes) => new Date(Date.UTC(2026, 10, 1) + minutes * 60_000),
) as [Date, Date, Date]
const TERMS = {
  now: NOW,
  until: LATER,
  atMost: 20,
  atMostEach: 10,
  atMostOfOwner: 15,
  underWay: new Map<WebhookId, number>(),
}

interface Deliveries {
  readonly webhook: WebhookId
  readonly count: number
  readonly dueAt: Date
}

describe('C11.1 a webhook with 20,000 pending deliveries', () => {
  let test: TestDatabase
  const em = () => test.database.session()
  const stores = () => createStores(em(), TEST_AUDIT_CONTEXT)

  const addDeliveries = async ({ webhook, count, dueAt }: Deliveries): Promise<void> => {
    await em().execute(
      `with made as (
        insert into events (id, type, resource, resource_id, at, data, dispatched_at)
        select gen_random_uuid(), 'article.updated', 'articles', gen_random_uuid()::text, ?, '{}', ? from generate_series(1, ?) returning *
      ) insert into webhook_deliveries
          (id, webhook_id, event_id, position, stream, type, status, attempts, next_attempt_at, created_at)
        select gen_random_uuid(), ?, id, position, resource || ' ' || resource_id, type, 'PENDING', 0, ?, at from made`,
      [LONG_AGO, LONG_AGO, count, webhook, dueAt],
    )
  }

  beforeAll(async () => {
    test = await openPostgres()
    const { id } = await stores().users.add(aUser('ada', 'AUTHOR'), null)
    await em().execute('update events set dispatched_at = at')
    for (const webhook of [DEAD, HEALTHY])
      await em().execute(
        `insert into webhooks (id, owner_id, url, events, enabled, created_at, version, sealed_secret)
          values (?, ?, 'https://example.org', '{article.updated}', true, ?, 1, 'sealed')`,
        [webhook, id, LONG_AGO],
      )
    await addDeliveries({ webhook: DEAD, count: PENDING / 2, dueAt: LATER })
    await addDeliveries({ webhook: DEAD, count: PENDING / 2, dueAt: LONG_AGO })
    await addDeliveries({ webhook: HEALTHY, count: 3, dueAt: LONG_AGO })
    await em().execute('vacuum analyze webhook_deliveries')
  }, 60_000)
  afterAll(() => test.close())

  /**
   * The number of rows and index entries of deliveries that the work reads, after PostgreSQL has written its counters.
   */
  const countReads = async (
    work: (inside: ReturnType<typeof stores>) => Promise<unknown>,
  ): Promise<number> => {
    const reads = `select (
        select coalesce(sum(pg_stat_get_xact_tuples_returned(i.indexrelid)), 0) from pg_index i
        where i.indrelid = 'webhook_deliveries'::regclass
      ) + pg_stat_get_xact_tuples_returned('webhook_deliveries'::regclass) as count`
    return em().transactional(async (inside) => {
      const read = async () => Number((await inside.execute<[{ count: string }]>(reads))[0].count)
      const before = await read()
      await work(createStores(inside, TEST_AUDIT_CONTEXT))
      return (await read()) - before
    })
  }

  it('lets a claim read only a few rows, and also claims deliveries of the other webhook', async () => {
    const webhooks: WebhookId[] = []
    const reads = await countReads(async ({ deliveries }) => {
      const claimed = await deliveries.claim(TERMS)
      webhooks.push(...claimed.map(({ webhook }) => webhook.id))
    })
    expect(webhooks.filter((id) => id === DEAD)).toHaveLength(10)
    expect(webhooks.filter((id) => id === HEALTHY)).toHaveLength(3)
    expect(reads).toBeGreaterThan(0)
    expect(reads).toBeLessThan(FEW)
  })

  it('lets the backlog be one count of an index', async () => {
    const found: unknown[] = []
    const reads = await countReads(async ({ deliveries }) => found.push(await deliveries.backlog(NOW)))
    expect(found).toEqual([{ waiting: PENDING + 3, dueSince: LONG_AGO, deadLetters: 0 }])
    expect(reads).toBeGreaterThanOrEqual(PENDING)
    expect(reads).toBeLessThan(PENDING + FEW)
  })

  it('finds another record behind 20,000 deliveries of one record that wait for a retry', async () => {
    await em().execute(
      `update webhook_deliveries set next_attempt_at = case when position = ends.first then ?::timestamptz else ?::timestamptz end,
        claimed_until = null, stream = case when position = ends.last then 'other' else 'one' end
        from (select min(position) as first, max(position) as last from webhook_deliveries where webhook_id = ?) ends where webhook_id = ?`,
      [LATER, LONG_AGO, DEAD, DEAD],
    )
    const claimed = await stores().deliveries.claim({ ...TERMS, until: NOW })
    expect(claimed.filter(({ webhook }) => webhook.id === DEAD)).toHaveLength(1)
  })
})
