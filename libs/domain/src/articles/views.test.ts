import { describe, expect, test } from 'vitest'
import type { ArticleId, UserId } from '../rules/ids.ts'
import { countsAsView, ViewCounter } from './views.ts'

const OWNER = 7 as UserId
const [FIRST, SECOND] = ['first', 'second'] as [ArticleId, ArticleId]

describe('C4.6 the reads that count as a view', () => {
  test.each([
    [null, 'PUBLISHED', true],
    [8 as UserId, 'PUBLISHED', true],
    [OWNER, 'PUBLISHED', false],
    [8 as UserId, 'DRAFT', false],
    [null, 'ARCHIVED', false],
  ])('a read by %s of a %s article: %s', (reader, status, counts) =>
    expect(countsAsView(reader, { status, ownerId: OWNER })).toBe(counts),
  )
})

describe('C4.6 views wait to be written', () => {
  const written: [ArticleId, number][][] = []
  const store = {
    addViews: async (counts: ReadonlyMap<ArticleId, number>) => void written.push([...counts]),
  }
  const broken = {
    addViews: async () => {
      throw new Error('the database is away')
    },
  }

  test('are written together, each once', async () => {
    const counter = new ViewCounter()
    for (const id of [FIRST, SECOND, FIRST]) counter.count(id)
    await counter.flush({ articles: store })
    await counter.flush({ articles: store })
    expect(written.splice(0)).toEqual([
      [
        [FIRST, 2],
        [SECOND, 1],
      ],
    ])
  })

  test('after a failed write, views wait together with later views', async () => {
    const counter = new ViewCounter()
    counter.count(FIRST)
    const failing = counter.flush({ articles: broken })
    counter.count(FIRST)
    await expect(failing).rejects.toThrow('away')
    await counter.flush({ articles: store })
    expect(written.splice(0)).toEqual([[[FIRST, 2]]])
  })
})
