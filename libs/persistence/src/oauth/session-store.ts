import type { UserId } from '@content-service/domain'
import type { Session, SessionStore } from '@content-service/domain/internal/sessions'
import type { SessionId } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { columns, findRow, type Sql } from '../statements/sql.ts'
import { SqlStore } from '../session/sql-store.ts'
import { listId } from '../session/writing-session.ts'
import { endConsent, endSignIns } from './end-sessions.ts'

const isOpen = (now: Date): Sql => sql`ended_at is null and expires_at > ${now}`

/** The condition of valid sessions of a user: not ended, and not expired. */
const isGood = (user: UserId, now: Date): Sql => sql`user_id = ${user} and ${isOpen(now)}`

const COLUMNS = columns('clientId', 'userId', 'lastUsedAt', 'expiresAt')

export class SqlSessionStore extends SqlStore implements SessionStore {
  list(user: UserId, validFrom: Date, now: Date): Promise<readonly Session[]> {
    return this.session.findRows(sql`select oauth_sessions.id, oauth_sessions.scopes, ${COLUMNS},
        oauth_clients.name as "clientName", issued_at as "createdAt"
      from oauth_sessions join oauth_clients on oauth_clients.id = client_id
      where ${isGood(user, now)} and issued_at >= ${validFrom} order by issued_at desc, oauth_sessions.id desc`)
  }

  async findUser(id: SessionId, now: Date): Promise<UserId | null> {
    const found = sql<{
      userId: UserId
    }>`select ${columns('userId')} from oauth_sessions where id = ${id} and ${isOpen(now)}`
    return (await this.session.findRow(found))?.userId ?? null
  }

  async end(user: UserId, id: SessionId, now: Date): Promise<boolean> {
    const end = sql<{ id: SessionId }>`update oauth_sessions set ended_at = ${now}
      where ${isGood(user, now)} and id = ${id} returning id`
    const work = async (em: SqlEntityManager): Promise<{ readonly id: SessionId } | null> => {
      const ended = await findRow(em, end)
      if (ended === null) return null
      await endConsent(em, id)
      await endSignIns(em, user)
      return ended
    }
    return (await this.session.write('sessions', work, listId)) !== null
  }

  /** After its time, a session has no valid token that the service would have to refuse. */
  async purge(before: Date): Promise<void> {
    for (const table of ['oauth_sessions', 'oauth_codes', 'oauth_revoked_tokens', 'browser_sessions'])
      await this.session.execute(sql`delete from ${sql.table(table)} where expires_at < ${before}`)
  }
}
