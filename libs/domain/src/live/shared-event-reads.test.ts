import { where } from '@content-service/authz'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Context } from '../context/context.ts'
import type { DomainEvent } from '../events/domain-event.ts'
import type { Query, Reader } from '../reading/reading.ts'
import { aWorld } from '../testing/world.ts'
import { shareEventReads } from './shared-event-reads.ts'

const createQuery = (owner: number): Query => ({
  from: 'articles',
  where: where<{ ownerId: number }>().ownerId.eq(owner),
  orderBy: [],
  window: { limit: 1, offset: 0 },
  select: { fields: ['id'] },
})

describe('C15.4 streams that show the same event', () => {
  afterEach(() => vi.useRealTimers())

  const begin = async () => {
    const { people, as } = await aWorld()
    const asked: Query[] = []
    const reads = (context: Context): Context => {
      const reader = {
        ...context.stores.reader,
        find: async (query: Query) => {
          asked.push(query)
          return []
        },
      } as unknown as Reader
      return { ...context, stores: { ...context.stores, reader } }
    }
    const event = {} as DomainEvent
    const stream = (of: DomainEvent = event) => shareEventReads(reads(as(people.READER)), of).stores.reader
    return { asked, stream }
  }

  it('share equal reads', async () => {
    const { asked, stream } = await begin()
    await Promise.all([
      stream().find(createQuery(7)),
      stream().find(createQuery(7)),
      stream().find(createQuery(7)),
    ])
    expect(asked).toHaveLength(1)
  })

  it('read for themselves with another filter, for another event, and a second later', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { asked, stream } = await begin()
    await stream().find(createQuery(7))
    await stream().find(createQuery(8))
    await stream({} as DomainEvent).find(createQuery(7))
    expect(asked).toHaveLength(3)
    vi.advanceTimersByTime(1_000)
    await stream().find(createQuery(7))
    expect(asked).toHaveLength(4)
  })
})
