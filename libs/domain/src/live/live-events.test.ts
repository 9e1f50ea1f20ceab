import { expect, it, onTestFinished, vi } from 'vitest'
import type { DomainEvent } from '../events/domain-event.ts'
import type { EventId } from '../rules/ids.ts'
import { NOON } from '../testing/test-audit-context.ts'
import type { EventFeed, EventBatch, Mark } from './event-feed.ts'
import { SubscriberDropped } from './subscriber.ts'
import { LiveEvents } from './live-events.ts'
import { publishedArticles } from './topic.ts'

const events = ['1', '2', '3'].map((id): DomainEvent => ({
  id: id as EventId,
  type: 'article.published',
  resource: 'articles',
  resourceId: id,
  at: NOON,
  data: {},
}))

/** An outbox that receives three events in one step. */
const aFeed = (): EventFeed & { come(): void; comeUnnoticed(): void } => {
  const mark = 'here' as Mark
  let heard: EventBatch = { events: [], mark }
  let wakeUp = (): void => undefined
  const comeUnnoticed = (): void => void (heard = { events, mark })
  return {
    readMark: async () => mark,
    listMissed: async () => ({ events: [], mark }),
    listSince: async () => {
      const { events } = heard
      heard = { events: [], mark }
      return { events, mark }
    },
    listen: async (wake) => {
      wakeUp = wake
      return { close: async () => undefined }
    },
    comeUnnoticed,
    come: () => {
      comeUnnoticed()
      wakeUp()
    },
  }
}

it.each([
  [3, ['1', '2', '3']],
  [2, SubscriberDropped],
])('a reader with room for %i waiting events', async (mostWaiting, expected) => {
  const feed = aFeed()
  const signer = { sign: (text: string) => text, verify: () => null }
  const live = new LiveEvents({ feed, signer, report: () => expect.unreachable(), mostWaiting })
  const reader = (await live.subscribe(publishedArticles, null))[Symbol.asyncIterator]()
  const first = reader.next()
  feed.come()
  const read = async () =>
    [await first, await reader.next(), await reader.next()].map(({ value }) => value?.id)
  if (expected === SubscriberDropped) await expect(read()).rejects.toThrow(SubscriberDropped)
  else expect(await read()).toEqual(expected)
  await live.stop()
})

it('finds an event of whose write no notice came within 5 s', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const feed = aFeed()
  const signer = { sign: (text: string) => text, verify: () => null }
  const live = new LiveEvents({ feed, signer, report: () => expect.unreachable() })
  const reader = (await live.subscribe(publishedArticles, null))[Symbol.asyncIterator]()
  const first = reader.next()
  await vi.advanceTimersByTimeAsync(0)
  feed.comeUnnoticed()
  await vi.advanceTimersByTimeAsync(5_000)
  expect((await first).value?.id).toBe('1')
  await live.stop()
})
