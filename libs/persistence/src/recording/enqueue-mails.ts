import { admitMail, MAIL_WINDOW_MS, type NewMail } from '@content-service/domain/internal/mails'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { execute, findRow, findRows, insertInto } from '../statements/sql.ts'

const isAdmitted = async (em: SqlEntityManager, at: Date, mail: NewMail): Promise<boolean> => {
  // Two processes that mail one address check its limit one after the other.
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

const compareRecipients = (one: NewMail, other: NewMail): number => (one.recipient < other.recipient ? -1 : 1)

/**
 * Enqueues mails in the transaction of the write that causes them, up to the limit of each address (C12.4).
 * @throws RateLimited.
 */
export const enqueueMails = async (
  em: SqlEntityManager,
  at: Date,
  mails: readonly NewMail[],
): Promise<void> => {
  // Every transaction takes the locks in the same order, so that two transactions with two addresses never deadlock.
  for (const mail of mails.toSorted(compareRecipients)) {
    if (!(await isAdmitted(em, at, mail))) continue
    const { recipient, sealed } = mail
    await execute(em, insertInto('sent_mails', { recipient, at }))
    await execute(em, insertInto('mails', { id: uuidv7(), sealed, createdAt: at, nextAttemptAt: at }))
  }
}
