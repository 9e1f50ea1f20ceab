import { where } from '@content-service/authz'
import { describe, expect, it } from 'vitest'
import type { OAuthClient, OAuthClientRow } from '../../clients/client.ts'
import { NOON } from '../test-audit-context.ts'
import type { ContractWorld } from './contract-world.ts'

const FIELDS = ['id', 'name', 'redirectUris', 'grants', 'scopes', 'isPublic', 'createdAt'] as const

/** The contract of every store of OAuth clients. */
export const clientsContract = (world: ContractWorld): void => {
  const aClient = (more: Partial<OAuthClient> = {}): OAuthClient => ({
    id: world.stores.clients.nextId(),
    name: 'App',
    redirectUris: ['https://app.example/cb'],
    grants: ['authorization_code', 'client_credentials'],
    scopes: [],
    secretHash: 'a hash',
    createdAt: NOON,
    ...more,
  })
  const listed = (id: string) =>
    world.others.reader.find({
      from: 'oauthClients',
      where: where<OAuthClientRow>().id.eq(id),
      orderBy: [],
      window: { limit: 1, offset: 0 },
      select: { fields: FIELDS },
    })
  const refuse = () => {
    throw new Error('no')
  }

  describe('C12.2 OAuth clients', () => {
    it('are listed without the hash of their secret', async () => {
      const { secretHash: _, ...confidential } = await world.stores.clients.add(aClient())
      expect(await listed(confidential.id)).toEqual([{ ...confidential, isPublic: false }])
      const open = await world.stores.clients.add(aClient({ secretHash: null }))
      expect(await listed(open.id)).toEqual([expect.objectContaining({ isPublic: true })])
    })

    it('change as decided, and stay unchanged if the decision refuses', async () => {
      const { clients } = world.stores
      const client = await clients.add(aClient())
      const changed = { ...client, secretHash: 'another hash' }
      expect(await clients.change(client.id, () => changed)).toEqual(changed)
      await expect(clients.change(client.id, refuse)).rejects.toThrow('no')
      expect(await world.others.clients.get(client.id)).toEqual(changed)
      expect(await clients.change(clients.nextId(), refuse)).toBeNull()
    })

    it('are removed once if the decision allows it', async () => {
      const { clients } = world.stores
      const { id } = await clients.add(aClient())
      await expect(clients.remove(id, refuse)).rejects.toThrow('no')
      expect(await clients.remove(id, () => undefined)).toBe(true)
      expect(await clients.remove(id, refuse)).toBe(false)
      expect([await clients.get(id), await listed(id)]).toEqual([null, []])
    })
  })
}
