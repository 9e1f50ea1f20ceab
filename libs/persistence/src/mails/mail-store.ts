import type { ClaimedMail, MailBacklog, MailId, MailStore } from '@content-service/domain/internal/mails'
import { sql } from 'kysely'
import { changeClaimed, claimRows, selectDueRows, type WorkTable } from '../statements/claims.ts'
import { columns } from '../statements/sql.ts'
import { SqlStore } from '../session/sql-store.ts'

/** The queue removes a sent mail, so that all its rows are open. */
const MAILS: WorkTable = { table: sql`mails`, dueAt: sql`next_attempt_at`, isOpen: sql`true` }
const CLAIMED = sql`select ${columns('id', 'sealed', 'attempts', 'createdAt')} from claimed`

export class SqlMailStore extends SqlStore implements MailStore {
  claim(now: Date, until: Date): Promise<ClaimedMail | null> {
    const due = selectDueRows(MAILS, now, 1)
    const claim = claimRows<ClaimedMail>(MAILS, { now, until }, { due, select: CLAIMED })
    return this.session.findRow(claim)
  }

  async retry(mail: ClaimedMail, at: Date): Promise<void> {
    const changes = sql`next_attempt_at = ${at}, claimed_until = null`
    await this.session.execute(changeClaimed(MAILS, mail, changes))
  }

  async remove(id: MailId): Promise<void> {
    await this.session.execute(sql`delete from mails where id = ${id}`)
  }

  async backlog(): Promise<MailBacklog> {
    const counts = sql<MailBacklog>`select count(*)::int as waiting, min(created_at) as "oldestAt" from mails`
    return (await this.session.findRow(counts)) ?? { waiting: 0, oldestAt: null }
  }

  async purge(before: Date): Promise<number> {
    await this.session.execute(sql`delete from sent_mails where at < ${before}`)
    return this.session.execute(sql`delete from mails where created_at < ${before}`)
  }
}
