import { describe, expect, it } from 'vitest'
import type { DomainEvent } from '../events/domain-event.ts'
import type { EventId } from '../rules/ids.ts'
import { NOON } from '../testing/test-audit-context.ts'
import { SubscriberDropped, Subscriber } from './subscriber.ts'
import { publishedArticles } from './topic.ts'

const event = (id: string, type: DomainEvent['type'] = 'article.published'): DomainEvent => ({
  id: id as EventId,
  type,
  resource: 'articles',
  resourceId: id,
  at: NOON,
  data: {},
})

const readEvents = async (subscriber: Subscriber, atMost: number): Promise<readonly string[]> => {
  const ids: string[] = []
  for await (const { id } of subscriber) {
    ids.push(id)
    if (ids.length === atMost) break
  }
  return ids
}

describe('C11.1 a subscriber', () => {
  it('receives the missed events first, and every later event once', async () => {
    const subscriber = new Subscriber(publishedArticles, () => undefined)
    subscriber.push(event('2'))
    subscriber.push(event('3'))
    subscriber.begin('here', [event('1'), event('2')])
    subscriber.push(event('1'))
    subscriber.push(event('4'))
    expect(await readEvents(subscriber, 4)).toEqual(['1', '2', '3', '4'])
    expect(subscriber.place).toBe('here')
  })

  it('receives only events of its topic', async () => {
    const subscriber = new Subscriber(publishedArticles, () => undefined)
    subscriber.push(event('1', 'article.updated'))
    subscriber.push(event('2'))
    expect(await readEvents(subscriber, 1)).toEqual(['2'])
  })

  it('is dropped when it is a hundred events behind, and receives none of them', async () => {
    let left = 0
    const subscriber = new Subscriber(publishedArticles, () => (left += 1))
    for (let count = 1; count <= 100; count += 1) subscriber.push(event(String(count)))
    expect(left).toBe(0)
    subscriber.push(event('101'))
    expect(left).toBe(1)
    await expect(readEvents(subscriber, 1)).rejects.toThrow(SubscriberDropped)
  })

  it('has additional room for the missed events', async () => {
    const subscriber = new Subscriber(publishedArticles, () => undefined)
    const missed = Array.from({ length: 1_000 }, (_, place) => event(`missed ${place}`))
    subscriber.begin('here', missed)
    subscriber.push(event('1'))
    expect(await readEvents(subscriber, 1_001)).toHaveLength(1_001)
  })

  it('ends without an error after it has unsubscribed', async () => {
    const subscriber = new Subscriber(publishedArticles, () => undefined)
    const heard = readEvents(subscriber, 1)
    subscriber.unsubscribe()
    expect(await heard).toEqual([])
  })
})
