import { beforeEach, describe, expect, test } from 'vitest'
import type { ArticleId } from '../rules/ids.ts'
import { NOON } from '../testing/test-audit-context.ts'
import { aWorld, describeOutcome, type World } from '../testing/world.ts'
import type { User } from '../users/user.ts'
import { Article } from './article.ts'
import { likeRecord, unlikeRecord } from '../records/likes/like-operations.ts'
import { listLikedIds } from './liked-articles.ts'

const NOWHERE = '00000000-0000-7000-8000-ffffffffffff' as ArticleId

let world: World
let people: World['people']
beforeEach(async () => {
  world = await aWorld()
  people = world.people
})

const readStored = async (id: ArticleId): Promise<Article> => {
  const article = await world.stores.records(Article).get(id)
  if (article === null) throw new Error('the article is gone')
  return article
}

describe('C4.6 likes', () => {
  const like = (caller: User | null, id: ArticleId | null) =>
    describeOutcome(() => likeRecord(world.as(caller), Article, id))
  const unlike = (caller: User | null, id: ArticleId | null) =>
    describeOutcome(() => unlikeRecord(world.as(caller), Article, id))

  test('each user likes an article at most once; the operations are idempotent', async () => {
    const { id } = await world.article(people.AUTHOR)
    await like(people.READER, id)
    await like(people.READER, id)
    await like(people.EDITOR, id)
    expect((await readStored(id)).likes).toBe(2)
    await unlike(people.READER, id)
    await unlike(people.READER, id)
    expect((await readStored(id)).likes).toBe(1)
  })

  test('a list of the articles that a user likes starts with the newest like', async () => {
    const [first, second] = [await world.article(people.AUTHOR), await world.article(people.AUTHOR)]
    await world.stores.records(Article).like(first.id, { user: people.READER.id, at: NOON })
    await world.stores
      .records(Article)
      .like(second.id, { user: people.READER.id, at: new Date(NOON.getTime() + 1) })
    await like(people.EDITOR, first.id)
    expect(await listLikedIds(world.as(null), people.READER.id)).toEqual([second.id, first.id])
  })

  test('change neither version nor updatedAt', async () => {
    const article = await world.article(people.AUTHOR)
    await like(people.READER, article.id)
    expect(await readStored(article.id)).toEqual({ ...article, likes: 1 })
  })

  test('refuse in order', async () => {
    const draft = await world.article(people.AUTHOR, 'DRAFT')
    const published = await world.article(people.AUTHOR)
    expect(await like(null, null)).toBe('UNAUTHENTICATED')
    expect(await like(people.READER, draft.id)).toBe('NOT_FOUND')
    expect(await like(people.READER, NOWHERE)).toBe('NOT_FOUND')
    expect(await like(people.GUEST, published.id)).toBe('FORBIDDEN')
    expect(await like(people.EDITOR, draft.id)).toBe('CONFLICT')
    expect(await like(people.AUTHOR, draft.id)).toBe('CONFLICT')
  })
})
