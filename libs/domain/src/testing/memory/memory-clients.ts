import type { ClientStore } from '../../clients/client-store.ts'
import { conflict } from '../../rules/errors.ts'
import type { SessionStore } from '../../sessions/session.ts'
import type { MemorySession } from './memory-session.ts'
import { nextUuid } from './memory-tables.ts'
import { RecordedRows } from './recorded-rows.ts'

export const memoryClients = (session: MemorySession): ClientStore => {
  const { clients, sessions } = session.tables
  const rows = new RecordedRows(session, 'clients', clients)
  return {
    nextId: () => nextUuid(),
    add: async (client) => {
      if (clients.has(client.id)) throw conflict('This client id is taken.')
      return rows.put(client)
    },
    put: async (client) => rows.put(client),
    change: async (id, decide) => rows.change(id, decide),
    remove: async (id, decide) => rows.remove(id, decide, () => void sessions.remove({ clientId: id })),
    get: async (id) => rows.find(id),
    anyFor: async (grant) => clients.find(({ grants }) => grants.includes(grant)) !== null,
  }
}

export const memorySessions = (session: MemorySession): SessionStore => {
  const { sessions } = session.tables
  return {
    list: async (user, validFrom, now) =>
      sessions
        .where(
          ({ userId, expiresAt, createdAt }) => userId === user && expiresAt > now && createdAt >= validFrom,
        )
        .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime()),
    findUser: async (id, now) => {
      const found = sessions.get(id)
      return found && found.expiresAt > now ? found.userId : null
    },
    end: async (user, id, now) => {
      const found = sessions.get(id)
      if (found?.userId !== user || found.expiresAt <= now) return false
      return new RecordedRows(session, 'sessions', sessions).remove(id, () => undefined)
    },
    purge: async (before) => void sessions.remove(({ expiresAt }) => expiresAt < before),
  }
}
