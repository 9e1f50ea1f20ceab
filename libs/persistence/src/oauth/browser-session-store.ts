import type { BrowserSession, BrowserSessionStore } from '@content-service/identity'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { columns, execute, insertInto } from '../statements/sql.ts'
import { SqlStore } from '../session/sql-store.ts'

export class SqlBrowserSessionStore extends SqlStore implements BrowserSessionStore {
  async add(hash: string, session: BrowserSession, expiresAt: Date): Promise<void> {
    const { userId, issuedAt } = session
    const add = insertInto('browser_sessions', { hash, userId, issuedAt, expiresAt })
    const work = (em: SqlEntityManager) => execute(em, add)
    await this.session.withActor(userId, 'sign-in page').write('users', work, () => [userId])
  }

  find(hash: string, now: Date): Promise<BrowserSession | null> {
    return this.session.findRow(
      sql`select ${columns('userId', 'issuedAt')} from browser_sessions where hash = ${hash} and expires_at > ${now}`,
    )
  }

  async removeSignIn({ userId, issuedAt }: BrowserSession): Promise<void> {
    await this.session.execute(
      sql`delete from browser_sessions where user_id = ${userId} and issued_at = ${issuedAt}`,
    )
  }

  async remove(hash: string): Promise<void> {
    await this.session.execute(sql`delete from browser_sessions where hash = ${hash}`)
  }
}
