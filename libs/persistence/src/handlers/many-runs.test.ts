import type { HandlerRunId } from '@content-service/domain/internal/handlers'
import { TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPostgres, type TestDatabase } from '../testing/databases.ts'

const PENDING = 20_000
/** A claim reads at most 100 rows of each handler, with an index entry for each row. */
const FEW = 500

const [LONG_AGO, NOW, LATER] = [1, 60, 61].map(
  (minutes) => new Date(Date.UTC(2026, 10, 1) + minutes * 60_000),
) as [Date, Date, Date]
const ON = ['article.updated']
const HANDLERS = ['failing', 'healthy'].map((name) => ({ name, on: ON, atMost: 5 }))

describe('C16.4 a handler with 20,000 pending runs', () => {
  let test: TestDatabase
  const em = () => test.database.session()
  const stores = () => createStores(em(), TEST_AUDIT_CONTEXT)

  const addRuns = async (handler: string, count: number, dueAt: Date): Promise<void> => {
    await em().execute(
      `with made as (
        insert into events (id, type, resource, resource_id, at, data, dispatched_at)
        select gen_random_uuid(), 'article.updated', 'articles', gen_random_uuid()::text, ?, '{}', ? from generate_series(1, ?) returning *
      ) insert into handler_runs
          (id, handler, event_id, position, stream, type, status, attempts, next_attempt_at, error, created_at)
        select gen_random_uuid(), ?, id, position, resource || ' ' || resource_id, type, 'PENDING', 0, ?, '', at from made`,
      [LONG_AGO, LONG_AGO, count, handler, dueAt],
    )
  }

  beforeAll(async () => {
    test = await openPostgres()
    await addRuns('failing', PENDING / 2, LATER)
    await addRuns('failing', PENDING / 2, LONG_AGO)
    await addRuns('healthy', 3, LONG_AGO)
    await em().execute('vacuum analyze handler_runs')
  }, 60_000)
  afterAll(() => test.close())

  /** The number of rows and index entries of runs that the work reads. */
  const countReads = (work: (inside: ReturnType<typeof stores>) => Promise<unknown>): Promise<number> => {
    const reads = `select (
        select coalesce(sum(pg_stat_get_xact_tuples_returned(i.indexrelid)), 0) from pg_index i
        where i.indrelid = 'handler_runs'::regclass
      ) + pg_stat_get_xact_tuples_returned('handler_runs'::regclass) as count`
    return em().transactional(async (inside) => {
      const read = async () => Number((await inside.execute<[{ count: string }]>(reads))[0].count)
      const before = await read()
      await work(createStores(inside, TEST_AUDIT_CONTEXT))
      return (await read()) - before
    })
  }

  it('lets a claim read only a few rows, and also claims runs of the other handler', async () => {
    const claimed: string[] = []
    const reads = await countReads(async ({ handlers }) => {
      const runs = await handlers.claim({ now: NOW, until: LATER, pausesMs: [5_000], handlers: HANDLERS })
      claimed.push(...runs.map(({ handler }) => handler))
    })
    expect(Map.groupBy(claimed, (name) => name).get('failing')).toHaveLength(5)
    expect(Map.groupBy(claimed, (name) => name).get('healthy')).toHaveLength(3)
    expect(reads).toBeGreaterThan(0)
    expect(reads).toBeLessThan(FEW)
  })

  it('shows its dead letters by pages', async () => {
    await em().execute(
      `update handler_runs set status = 'DEAD', claimed_until = null where handler = 'failing'`,
    )
    const seen = new Set<HandlerRunId>()
    const { handlers } = stores()
    let last = (await handlers.listDead(null, 1)).at(-1) ?? null
    while (last && seen.size < 5) {
      seen.add(last.id)
      last = (await handlers.listDead(last, 1)).at(-1) ?? null
    }
    expect(seen.size).toBe(5)
    expect((await handlers.backlog([], NOW)).deadLetters).toEqual({ failing: PENDING })
  })
})
