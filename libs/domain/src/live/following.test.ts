import { describe, expect, it } from 'vitest'
import type { DomainEvent } from '../events/domain-event.ts'
import type { EventId } from '../ids.ts'
import { NOON } from '../testing/test-act.ts'
import { CutOff, Following } from './following.ts'
import { publishedArticles } from './topic.ts'

const event = (id: string, type: DomainEvent['type'] = 'article.published'): DomainEvent => ({
  id: id as EventId,
  type,
  resource: 'articles',
  resourceId: id,
  at: NOON,
  data: {},
})

const heardBy = async (following: Following, atMost: number): Promise<readonly string[]> => {
  const ids: string[] = []
  for await (const { id } of following) {
    ids.push(id)
    if (ids.length === atMost) break
  }
  return ids
}

describe('C11.1 somebody who listens', () => {
  it('hears what was missed first, and what came meanwhile or comes late once', async () => {
    const following = new Following(publishedArticles, () => undefined)
    following.hear(event('2'))
    following.hear(event('3'))
    following.begin('here', [event('1'), event('2')])
    following.hear(event('1'))
    following.hear(event('4'))
    expect(await heardBy(following, 4)).toEqual(['1', '2', '3', '4'])
    expect(following.place).toBe('here')
  })

  it('hears nothing but its topic', async () => {
    const following = new Following(publishedArticles, () => undefined)
    following.hear(event('1', 'article.updated'))
    following.hear(event('2'))
    expect(await heardBy(following, 1)).toEqual(['2'])
  })

  it('is cut off when it is a hundred events behind, and hears none of them', async () => {
    let left = 0
    const following = new Following(publishedArticles, () => (left += 1))
    for (let count = 1; count <= 100; count += 1) following.hear(event(String(count)))
    expect(left).toBe(0)
    following.hear(event('101'))
    expect(left).toBe(1)
    await expect(heardBy(following, 1)).rejects.toThrow(CutOff)
  })

  it('has room for what it has missed beside that', async () => {
    const following = new Following(publishedArticles, () => undefined)
    const missed = Array.from({ length: 1_000 }, (_, place) => event(`missed ${place}`))
    following.begin('here', missed)
    following.hear(event('1'))
    expect(await heardBy(following, 1_001)).toHaveLength(1_001)
  })

  it('ends without a word once it has left', async () => {
    const following = new Following(publishedArticles, () => undefined)
    const heard = heardBy(following, 1)
    following.leave()
    expect(await heard).toEqual([])
  })
})
