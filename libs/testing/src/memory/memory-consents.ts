import type { UserId } from '@content-service/domain'
import type { Agreement, ConsentStore } from '@content-service/identity'
import type { OAuthParts } from './memory-oauth-tables.ts'

export const createConsentStore = ({ tables, oauth, enter }: OAuthParts): ConsentStore => {
  const { sessions, clients } = tables
  const { codes, consents } = oauth
  const findScopes = (userId: UserId, clientId: string, since: Date): Agreement['scopes'] | null => {
    const agreement = consents.find({ userId, clientId })
    return agreement && agreement.agreedAt >= since ? agreement.scopes : null
  }
  const enterOnPage = (id: string | number, actorId: UserId) =>
    enter('consents', id, { actorId, credential: 'sign-in page' })
  return {
    agreed: async (user, client, since) => findScopes(user, client, since),
    agree: async (agreement, since) => {
      const { userId, clientId, scopes } = agreement
      const before = findScopes(userId, clientId, since) ?? []
      consents.put({ ...agreement, scopes: [...new Set([...before, ...scopes])] })
      enterOnPage(clientId, userId)
    },
    list: async (user, since, now) => {
      const agreed = consents.where(({ userId, agreedAt }) => userId === user && agreedAt >= since)
      const acting = sessions.where(({ userId, expiresAt }) => userId === user && expiresAt > now)
      const ids = new Set([...agreed, ...acting].map(({ clientId }) => clientId))
      return clients
        .where(({ id }) => ids.has(id))
        .map(({ id, name }) => ({ id, name }))
        .toSorted((one, other) => one.name.toLowerCase().localeCompare(other.name.toLowerCase()))
    },
    withdraw: async (userId, clientId) => {
      for (const table of [consents, sessions]) table.remove({ userId, clientId })
      codes.remove({ userId, clientId, redeemedFor: null })
      enterOnPage(clientId, userId)
    },
    forget: async (userId) => {
      consents.remove({ userId })
      enterOnPage(userId, userId)
    },
  }
}
