import type { Session, SessionId, SessionStore, UserId } from '@content-service/domain'
import { itsId, type StoreSession } from '../store-session.ts'
import { endConsentOf } from './end-sessions.ts'
import { timeOf, type GrantRow } from './rows.ts'

/** What is still good: neither ended, nor expired, nor from before the user ended all. */
const GOOD = 'user_id = ? and ended_at is null and expires_at > ?'

const LIST_SESSIONS = `select oauth_sessions.*, oauth_clients.name from oauth_sessions
  join oauth_clients on oauth_clients.id = client_id
  where ${GOOD} and issued_at >= ? order by issued_at desc, oauth_sessions.id desc`

const END = `update oauth_sessions set ended_at = ? where ${GOOD} and id = ? returning id`

/** Ended, for good and all: at the end of its time, so that no token of it is left to be refused. */
const PURGE = [
  'delete from oauth_sessions where expires_at < ?',
  'delete from oauth_codes where expires_at < ?',
  'delete from oauth_revoked_tokens where expires_at < ?',
  'delete from browser_sessions where expires_at < ?',
]

interface Row extends GrantRow {
  readonly id: SessionId
  readonly name: string
  readonly last_used_at: string | Date
}

const sessionOf = (row: Row): Session => ({
  id: row.id,
  clientId: row.client_id,
  clientName: row.name,
  userId: row.user_id,
  scopes: row.scopes,
  createdAt: timeOf(row.issued_at),
  lastUsedAt: timeOf(row.last_used_at),
  expiresAt: timeOf(row.expires_at),
})

export class SqlSessionStore implements SessionStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  async list(user: UserId, validFrom: Date, now: Date): Promise<readonly Session[]> {
    const rows = await this.#session.run((em) => em.execute<Row[]>(LIST_SESSIONS, [user, now, validFrom]))
    return rows.map(sessionOf)
  }

  async end(user: UserId, id: SessionId, now: Date): Promise<boolean> {
    const ended = await this.#session.write(
      'sessions',
      async (em) => {
        const [row] = await em.execute<{ id: SessionId }[]>(END, [now, user, now, id])
        if (row) await endConsentOf(em, row.id)
        return row ?? null
      },
      itsId,
    )
    return ended !== null
  }

  async purge(before: Date): Promise<void> {
    for (const statement of PURGE) await this.#session.run((em) => em.execute(statement, [before], 'run'))
  }
}
