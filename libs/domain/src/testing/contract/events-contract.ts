import { where } from '@content-service/authz'
import { describe, expect, it } from 'vitest'
import { Article } from '../../articles/article.ts'
import { createServiceAuditContext } from '../../audit/audit-entry.ts'
import { contentPolicy } from '../../service/content-types.ts'
import type { Stores } from '../../context/context.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { Category, Product } from '../../products/product.ts'
import type { Row } from '../../reading/reading.ts'
import { changeUser } from '../../users/user.ts'
import { aComment, aUser, aRecord, toState } from '../builders.ts'
import { NOON } from '../test-audit-context.ts'
import { LATER, type ContractWorld } from './contract-world.ts'
import { withValues } from '../../model/types/record-changes.ts'

const event = where<DomainEvent>()
const FIELDS = ['type', 'resource', 'resourceId', 'at', 'data']

/** The contract of every store for the outbox. */
export const eventsContract = (world: ContractWorld): void => {
  const told = (resourceId: string | number): Promise<readonly Row[]> =>
    world.others.reader.find({
      from: 'events',
      where: event.resourceId.eq(String(resourceId)),
      orderBy: [{ by: 'position', direction: 'ASC' }],
      window: { limit: 100, offset: 0 },
      select: { fields: FIELDS },
    })
  const types = async (resourceId: string | number): Promise<readonly unknown[]> =>
    (await told(resourceId)).map(({ type }) => type)
  const context = (): Stores => world.stores.withAuditContext(createServiceAuditContext('events', LATER))

  describe('C11.1 the outbox', () => {
    it('has the events of an article in the order of its writes, with the time of the action', async () => {
      const articles = context().records(Article)
      const { id } = await world.add('Told')
      await articles.change(id, (current) => withValues(current, toState(current, 'ARCHIVED', LATER), LATER))
      expect(await told(id)).toMatchObject([
        { type: 'article.created', resource: 'articles', at: NOON, data: { id, status: 'PUBLISHED' } },
        { type: 'article.published', resource: 'articles', at: NOON },
        { type: 'article.unpublished', at: LATER, data: { status: 'ARCHIVED', version: 2, tags: [] } },
      ])
    })

    it('has events of comments', async () => {
      const { comments } = context()
      const comment = aComment({ comments }, await world.add('Commented'), world.ada.id)
      await comments.add(comment, () => undefined)
      await comments.change(comment.id, (current) => ({ ...current, content: 'else', version: 2 }))
      await comments.remove(comment.id, () => undefined)
      expect(await types(comment.id)).toEqual(['comment.created', 'comment.updated', 'comment.deleted'])
      expect((await told(comment.id))[0]?.['data']).toMatchObject({
        articleOwnerId: world.ada.id,
        articleStatus: 'PUBLISHED',
      })
    })

    it('has events of users, and one event for each user of a list', async () => {
      const { users } = context()
      const list = ['told-1', 'told-2'].map((name) => ({ user: aUser(name), passwordHash: 'x' }))
      const [one, two] = await users.addAll(list)
      const decide = (change: object) => (current: Parameters<typeof changeUser>[0]) =>
        changeUser(current, change, { policy: contentPolicy, now: LATER })
      await users.change(one?.id as never, decide({ name: 'One' }))
      await users.change(one?.id as never, decide({ deleted: true }))
      await users.change(one?.id as never, decide({ deleted: false }))
      await users.remove(one?.id as never, () => undefined)
      expect(await types(one?.id as number)).toEqual([
        'user.created',
        'user.updated',
        'user.deleted',
        'user.restored',
        'user.deleted',
      ])
      expect(await types(two?.id as number)).toEqual(['user.created'])
    })

    it('C6.5 has one event for a user with an id that a client chose', async () => {
      const { users } = context()
      const id = 2_000_000_001 as never
      await users.addAt(id, aUser('told-at'))
      await users.addAt(id, aUser('told-again'))
      expect(await types(id)).toEqual(['user.created'])
    })

    it('has events of products and categories', async () => {
      const stores = context()
      const category = await stores.records(Category).add(aRecord(stores, Category, { name: 'Told' }))
      const given = { title: 'Told', price: 1.5, stock: 2, categoryId: category.id }
      const products = stores.records(Product)
      const { id } = await products.add(aRecord(stores, Product, given))
      await products.change(id, (current) => ({ ...current, stock: 1, version: 2 }))
      await products.remove(id, () => undefined)
      expect(await types(category.id)).toEqual(['category.created'])
      expect(await types(id)).toEqual(['product.created', 'product.updated', 'product.deleted'])
    })

    it('has no event for a write that was refused, changed nothing, or only counts', async () => {
      const articles = context().records(Article)
      const { id } = await world.add('Untold')
      const before = await types(id)
      await articles.change(id, (current) => current)
      const refused = articles.change(id, () => {
        throw new Error('no')
      })
      await expect(refused).rejects.toThrow('no')
      await articles.like(id, { user: world.ada.id, at: LATER })
      await articles.addViews(new Map([[id, 3]]))
      expect(await types(id)).toEqual(before)
    })

    it('C6.9 has no event of a rolled-back request, and all events of a completed request', async () => {
      const { id } = await world.add('Once')
      const publish = (name: string, fails: boolean) =>
        world.stores.once(name, NOON, async ({ stores }) => {
          await stores
            .records(Article)
            .change(id, (current) => withValues(current, toState(current, 'ARCHIVED', LATER), LATER))
          if (fails) throw new Error('after the write')
        })
      await expect(publish('taken back', true)).rejects.toThrow('after the write')
      expect(await types(id)).not.toContain('article.unpublished')
      await publish('kept', false)
      expect((await types(id)).at(-1)).toBe('article.unpublished')
    })
  })
}
