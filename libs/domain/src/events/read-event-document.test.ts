import { beforeEach, describe, expect, it } from 'vitest'
import { ANYBODY } from '../access/access.ts'
import { Article } from '../articles/article.ts'
import type { ArticleStatus } from '../access/built-in-facts.ts'
import { deleteRecord } from '../records/deletion/delete-record.ts'
import { Category, Product } from '../products/product.ts'
import { aRecord, NOON } from '../testing/index.ts'
import { aWorld, type World } from '../testing/world.ts'
import { updateUser } from '../users/user-updates.ts'
import type { User } from '../users/user.ts'
import { readEventDocument } from './read-event-document.ts'
import { withValues } from '../model/types/record-changes.ts'
import { toState } from '../testing/builders.ts'

let world: World
beforeEach(async () => {
  world = await aWorld()
})

/** The names and the data of the events that the receiver gets now, for records of one collection. */
const receive = async (user: User | null, of: string) => {
  const events = [...world.tables.events.values()].filter(({ resource }) => resource === of)
  const documents = await Promise.all(events.map((event) => readEventDocument(world.as(user), event)))
  return documents.flatMap((document) => (document ? [[document.type, document.data] as const] : []))
}
const names = async (user: User | null, of: string) => (await receive(user, of)).map(([type]) => type)
const move = (article: Article, to: ArticleStatus, more: Partial<Article> = {}) =>
  world.stores
    .records(Article)
    .change(article.id, (current) => withValues(current, { ...toState(current, to, NOON), ...more }, NOON))

describe('C11.1 the receivers of an event', () => {
  it('a draft is shown to its owner and to callers who may read all articles', async () => {
    const { AUTHOR, EDITOR, READER } = world.people
    await world.article(AUTHOR, 'DRAFT')
    expect(await names(AUTHOR, 'articles')).toEqual(['article.created'])
    expect(await names(EDITOR, 'articles')).toEqual(['article.created'])
    expect([await names(READER, 'articles'), await names(null, 'articles')]).toEqual([[], []])
  })

  it('C3.7 a user is complete for holders of users:read, masked if the profile is public, and otherwise not shown', async () => {
    const { AUTHOR, ADMIN, READER } = world.people
    const change = () =>
      world.stores.users.change(AUTHOR.id, (current) => ({
        ...current,
        age: 36,
        version: current.version + 1,
      }))
    await change()
    expect(await receive(READER, 'users')).not.toContainEqual(['user.updated', expect.anything()])
    await world.article(AUTHOR)
    expect(await receive(READER, 'users')).toContainEqual([
      'user.updated',
      expect.objectContaining({ email: 'a***@e***.org', status: null, age: null, permissions: null }),
    ])
    expect(await receive(ADMIN, 'users')).toContainEqual([
      'user.updated',
      expect.objectContaining({ email: AUTHOR.email, age: 36 }),
    ])
  })

  it('a comment is shown to callers who may read its article', async () => {
    const { AUTHOR, READER, ADMIN } = world.people
    const article = await world.article(AUTHOR)
    await world.comment(article, ADMIN)
    expect(await names(READER, 'comments')).toEqual(['comment.created'])
    await move(article, 'DRAFT')
    expect(await names(READER, 'comments')).toEqual([])
    expect(await names(AUTHOR, 'comments')).toEqual(['comment.created'])
  })
})

describe('C15.19 an event that is delivered later', () => {
  it('C15.19 has the data of then if the receiver may read the record now, and is not sent otherwise', async () => {
    const { AUTHOR, READER } = world.people
    const article = await world.article(AUTHOR, 'PUBLISHED', { title: 'First' })
    await move(article, 'PUBLISHED', { title: 'Second' })
    const titles = async () => (await receive(READER, 'articles')).map(([, { title }]) => title)
    expect(await titles()).toEqual(['First', 'First', 'Second'])
    await move(article, 'DRAFT')
    expect(await receive(READER, 'articles')).toEqual([['article.unpublished', { id: article.id }]])
    expect(await names(AUTHOR, 'articles')).toEqual([
      'article.created',
      'article.published',
      'article.updated',
      'article.unpublished',
    ])
  })

  it.each([
    ['DRAFT', 'article.unpublished'],
    ['ARCHIVED', 'article.unpublished'],
    ['DELETED', 'article.deleted'],
  ] as const)('C15.19 names an article that became %s to those who could read it', async (state, type) => {
    const { AUTHOR, EDITOR, READER } = world.people
    const [seen, hidden] = [await world.article(AUTHOR), await world.article(AUTHOR, 'REVIEW')]
    await move(seen, state)
    await move(hidden, 'DELETED')
    for (const user of [READER, null])
      expect(await receive(user, 'articles')).toEqual([[type, { id: seen.id }]])
    expect(await receive(EDITOR, 'articles')).toContainEqual([
      type,
      expect.objectContaining({ id: seen.id, title: seen.title, status: state }),
    ])
  })

  it('C15.19 names a deleted record, and nothing else of it, to those who could read it', async () => {
    const { records } = world.stores
    const category = await records(Category).add(aRecord(world.stores, Category, { name: 'Tools' }))
    const given = { title: 'Saw', price: 1, stock: 2, categoryId: category.id }
    const product = await records(Product).add(aRecord(world.stores, Product, given))
    expect(await names(null, 'products')).toEqual(['product.created'])
    await deleteRecord(world.as(world.people.ADMIN), Product, product.id)
    for (const user of [null, world.people.ADMIN])
      expect(await receive(user, 'products')).toEqual([['product.deleted', { id: product.id }]])
  })

  it('C15.19 names a deleted user whose public profile the receiver could see', async () => {
    const { AUTHOR, EDITOR, READER, ADMIN } = world.people
    await world.article(AUTHOR)
    for (const { id } of [AUTHOR, EDITOR])
      await updateUser(world.as(ADMIN), id, { deleted: true }, () => undefined)
    const deleted = [['user.deleted', { id: AUTHOR.id, isPermanent: false }]]
    const received = (await receive(READER, 'users')).filter(([type]) => type === 'user.deleted')
    expect(received).toEqual(deleted)
  })

  it('C15.19 tells nothing to a receiver who could never read the record', async () => {
    const { ADMIN, AUTHOR } = world.people
    const article = await world.article(AUTHOR, 'DRAFT')
    await move(article, 'DELETED')
    expect(await receive(world.people.READER, 'articles')).toEqual([])
    expect(world.as(null).caller).toMatchObject(ANYBODY)
    expect(await names(ADMIN, 'articles')).toEqual(['article.created', 'article.deleted'])
  })
})
