import type { UserId } from '@content-service/domain'
import type { BrowserSession, BrowserSessionStore } from '@content-service/identity'
import type { SqlEntityManager } from '@mikro-orm/sql'
import type { StoreSession } from '../store-session.ts'
import { timeOf } from './rows.ts'

const ADD = 'insert into browser_sessions values (?, ?, ?, ?)'
const FIND = 'select user_id, issued_at from browser_sessions where hash = ? and expires_at > ?'
const REMOVE = 'delete from browser_sessions where hash = ?'

interface Row {
  readonly user_id: UserId
  readonly issued_at: string | Date
}

export class SqlBrowserSessionStore implements BrowserSessionStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  async add(hash: string, { userId, issuedAt }: BrowserSession, expiresAt: Date): Promise<void> {
    const work = (em: SqlEntityManager) => em.execute(ADD, [hash, userId, issuedAt, expiresAt], 'run')
    await this.#session.by(userId, 'sign-in page').write('users', work, () => [userId])
  }

  async find(hash: string, now: Date): Promise<BrowserSession | null> {
    const [row] = await this.#session.run((em) => em.execute<Row[]>(FIND, [hash, now]))
    return row ? { userId: row.user_id, issuedAt: timeOf(row.issued_at) } : null
  }

  async remove(hash: string): Promise<void> {
    await this.#session.run((em) => em.execute(REMOVE, [hash], 'run'))
  }
}
