import type { ClientStore } from '../../clients/client-store.ts'
import type { GrantType, OAuthClient } from '../../clients/client.ts'
import { conflict } from '../../rules/errors.ts'
import type { SessionId, UserId } from '../../rules/ids.ts'
import type { Session, SessionStore } from '../../sessions/session.ts'
import { MemoryStore } from './memory-store.ts'
import { nextUuid } from './memory-tables.ts'

export class MemoryClientStore extends MemoryStore implements ClientStore {
  nextId(): string {
    return nextUuid()
  }

  async add(client: OAuthClient): Promise<OAuthClient> {
    if (this.tables.clients.has(client.id)) throw conflict('This client id is taken.')
    return this.put(client)
  }

  async put(client: OAuthClient): Promise<OAuthClient> {
    this.tables.clients.put(client)
    this.session.recordWrite('clients', client.id)
    return client
  }

  async change(id: string, decide: (current: OAuthClient) => OAuthClient): Promise<OAuthClient | null> {
    const current = await this.get(id)
    return current && this.put(decide(current))
  }

  async remove(id: string, decide: (current: OAuthClient) => void): Promise<boolean> {
    const current = await this.get(id)
    if (current === null) return false
    decide(current)
    const { clients, sessions } = this.tables
    sessions.remove({ clientId: id })
    clients.delete(id)
    this.session.recordWrite('clients', id)
    return true
  }

  async get(id: string): Promise<OAuthClient | null> {
    return this.tables.clients.get(id) ?? null
  }

  async anyFor(grant: GrantType): Promise<boolean> {
    return this.tables.clients.find(({ grants }) => grants.includes(grant)) !== null
  }
}

export class MemorySessionStore extends MemoryStore implements SessionStore {
  async list(user: UserId, validFrom: Date, now: Date): Promise<readonly Session[]> {
    return this.tables.sessions
      .where(
        ({ userId, expiresAt, createdAt }) => userId === user && expiresAt > now && createdAt >= validFrom,
      )
      .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  }

  async end(user: UserId, id: SessionId, now: Date): Promise<boolean> {
    const session = this.tables.sessions.get(id)
    if (session?.userId !== user || session.expiresAt <= now) return false
    this.session.recordWrite('sessions', id)
    return this.tables.sessions.delete(id)
  }

  async purge(before: Date): Promise<void> {
    this.tables.sessions.remove(({ expiresAt }) => expiresAt < before)
  }
}
