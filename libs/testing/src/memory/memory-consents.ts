import type { UserId } from '@content-service/domain'
import type { Agreement, ConsentStore } from '@content-service/identity'
import { deleteWhere, isOf, type OAuthParts } from './memory-oauth-tables.ts'

export const createConsentStore = ({
  tables: { sessions, clients },
  oauth,
  enter,
}: OAuthParts): ConsentStore => {
  const { codes, consents } = oauth
  const keyOf = (user: UserId, client: string): string => `${user} ${client}`
  const current = (user: UserId, client: string, since: Date): Agreement | null => {
    const agreement = consents.get(keyOf(user, client))
    return agreement && agreement.agreedAt >= since ? agreement : null
  }
  const onPage = (actorId: UserId) => ({ actorId, credential: 'sign-in page' })
  return {
    agreed: async (...named) => current(...named)?.scopes ?? null,
    agree: async (agreement, since) => {
      const { userId, clientId, scopes } = agreement
      const before = current(userId, clientId, since)?.scopes ?? []
      consents.set(keyOf(userId, clientId), { ...agreement, scopes: [...new Set([...before, ...scopes])] })
      enter('consents', clientId, onPage(userId))
    },
    list: async (user, since, now) => {
      const agreed = [...consents.values()].filter(
        ({ userId, agreedAt }) => userId === user && agreedAt >= since,
      )
      const acting = sessions.where(({ userId, expiresAt }) => userId === user && expiresAt > now)
      const ids = new Set([...agreed, ...acting].map(({ clientId }) => clientId))
      return clients
        .where(({ id }) => ids.has(id))
        .map(({ id, name }) => ({ id, name }))
        .toSorted((one, other) => one.name.toLowerCase().localeCompare(other.name.toLowerCase()))
    },
    withdraw: async (user, client) => {
      const isMeant = isOf(user, client)
      consents.delete(keyOf(user, client))
      sessions.remove(isMeant)
      deleteWhere(codes, (code) => isMeant(code) && code.redeemedFor === null)
      enter('consents', client, onPage(user))
    },
    forget: async (user) => {
      deleteWhere(consents, ({ userId }) => userId === user)
      enter('consents', user, onPage(user))
    },
  }
}
