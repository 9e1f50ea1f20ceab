import {
  admitMail,
  MAIL_WINDOW_MS,
  type ClaimedMail,
  type MailId,
  type MailStore,
  type NewMail,
} from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { changeClaimed, claimRows, dueRows, type WorkTable } from '../claims.ts'
import { columns, execute, findRow, findRows, insertInto } from '../sql.ts'
import { SqlStore } from '../sql-store.ts'

/** The queue removes a mail that is done. */
const MAILS: WorkTable = { table: sql`mails`, dueAt: sql`next_attempt_at`, isOpen: sql`true` }
const CLAIMED = sql`select ${columns('id', 'sealed', 'attempts', 'createdAt')} from claimed`

const isAdmitted = async (em: SqlEntityManager, at: Date, mail: NewMail): Promise<boolean> => {
  // Two processes that mail one address count one after the other.
  await findRow(em, sql`select pg_advisory_xact_lock(hashtextextended(${mail.recipient}, 0))`)
  const since = new Date(at.getTime() - MAIL_WINDOW_MS)
  const sent = await findRows(
    em,
    sql<{ at: Date }>`select at from sent_mails where recipient = ${mail.recipient} and at > ${since}`,
  )
  return admitMail(
    mail,
    sent.map((row) => row.at),
    at,
  )
}

const byRecipient = (one: NewMail, other: NewMail): number => (one.recipient < other.recipient ? -1 : 1)

/**
 * Enqueues mails in the transaction of the write that they tell of, as many as one address gets (C12.4).
 * @throws RateLimited.
 */
export const post = async (em: SqlEntityManager, at: Date, mails: readonly NewMail[]): Promise<void> => {
  // In one order everywhere: two transactions that hold two addresses each do not wait for each other for ever.
  for (const mail of mails.toSorted(byRecipient)) {
    if (!(await isAdmitted(em, at, mail))) continue
    const { recipient, sealed } = mail
    await execute(em, insertInto('sent_mails', { recipient, at }))
    await execute(em, insertInto('mails', { id: uuidv7(), sealed, createdAt: at, nextAttemptAt: at }))
  }
}

export class SqlMailStore extends SqlStore implements MailStore {
  claim(now: Date, until: Date): Promise<ClaimedMail | null> {
    const due = dueRows(MAILS, now, 1)
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

  async purge(before: Date): Promise<number> {
    await this.session.execute(sql`delete from sent_mails where at < ${before}`)
    return this.session.execute(sql`delete from mails where created_at < ${before}`)
  }
}
