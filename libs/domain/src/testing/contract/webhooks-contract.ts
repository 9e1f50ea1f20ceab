import { where } from '@content-service/authz'
import { describe, expect, it } from 'vitest'
import { builtInModel } from '../../service/content-types.ts'
import type { User } from '../../users/user.ts'
import { newWebhook } from '../../webhooks/webhook-rules.ts'
import type { Webhook } from '../../webhooks/webhook.ts'
import { aUser } from '../builders.ts'
import { NOON } from '../test-audit-context.ts'
import type { ContractWorld } from './contract-world.ts'

const FIELDS = [
  'id',
  'ownerId',
  'url',
  'events',
  'enabled',
  'failingSince',
  'createdAt',
  'updatedAt',
  'version',
] as const

/** The contract of every store of webhooks. */
export const webhooksContract = (world: ContractWorld): void => {
  const aWebhook = (owner: User): Webhook =>
    newWebhook(
      builtInModel,
      { url: 'https://events.example/in', events: ['article.published', 'user.deleted'] },
      { id: world.stores.webhooks.nextId(), ownerId: owner.id, now: NOON },
    )
  const add = (webhook: Webhook): Promise<Webhook> =>
    world.stores.webhooks.add(webhook, `sealed ${webhook.id}`, () => undefined)
  const webhooksOf = (owner: User) =>
    world.others.reader.find({
      from: 'webhooks',
      where: where<Webhook>().ownerId.eq(owner.id),
      orderBy: [{ by: 'id', direction: 'ASC' }],
      window: { limit: 100, offset: 0 },
      select: { fields: FIELDS },
    })
  const person = (name: string): Promise<User> => world.stores.users.add(aUser(name), null)
  const refuse = () => {
    throw new Error('no')
  }

  describe('C11.1 webhooks', () => {
    it('returns the stored webhook without its secret', async () => {
      const owner = await person('hook-owner-1')
      const added = [await add(aWebhook(owner)), await add(aWebhook(owner))]
      expect(await webhooksOf(owner)).toEqual(added)
    })

    it('passes the number of the owner’s webhooks, and adds no webhook if the decision refuses', async () => {
      const owner = await person('hook-owner-2')
      await add(aWebhook(owner))
      const told: number[] = []
      const decide = (held: number): void => {
        told.push(held)
        refuse()
      }
      await expect(world.stores.webhooks.add(aWebhook(owner), 'sealed', decide)).rejects.toThrow('no')
      expect([told, (await webhooksOf(owner)).length]).toEqual([[1], 1])
    })

    it('stores the decided change, and nothing if the decision refuses', async () => {
      const owner = await person('hook-owner-3')
      const { id } = await add(aWebhook(owner))
      await expect(world.stores.webhooks.change(id, refuse)).rejects.toThrow('no')
      const changed = await world.stores.webhooks.change(id, (current) => ({
        ...current,
        enabled: false,
        events: ['comment.created'],
        version: 2,
      }))
      expect(changed).toMatchObject({ enabled: false, events: ['comment.created'], version: 2 })
      expect(await webhooksOf(owner)).toEqual([changed])
    })

    it('removes a webhook if the decision allows it, and only once', async () => {
      const owner = await person('hook-owner-4')
      const { id } = await add(aWebhook(owner))
      await expect(world.stores.webhooks.remove(id, refuse)).rejects.toThrow('no')
      const remove = () => world.stores.webhooks.remove(id, () => undefined)
      expect([await remove(), await remove()]).toEqual([true, false])
      expect(await world.stores.webhooks.change(id, (current) => current)).toBeNull()
    })

    it('C3.5 is deleted with its owner', async () => {
      const owner = await person('hook-owner-5')
      await add(aWebhook(owner))
      await world.stores.users.remove(owner.id, () => undefined)
      expect(await webhooksOf(owner)).toEqual([])
    })
  })
}
