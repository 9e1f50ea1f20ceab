import {
  admitMail,
  MAIL_WINDOW_MS,
  type ClaimedMail,
  type MailId,
  type MailStore,
  type NewMail,
} from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { v7 as uuidv7 } from 'uuid'
import type { StoreSession } from '../store-session.ts'

const POST = 'insert into mails (id, sealed, created_at, next_attempt_at) values (?, ?, ?, ?)'
/**
 * A process that finds a locked row takes another row. With `in` instead of `=`, PostgreSQL can run the subquery once
 * per row of the table, and claims a row at each run.
 */
const CLAIM = `update mails set attempts = attempts + 1, claimed_until = ? where id = (
    select id from mails where next_attempt_at <= ? and (claimed_until is null or claimed_until <= ?)
    order by next_attempt_at limit 1 for update skip locked
  ) returning id, sealed, attempts, created_at as "createdAt"`
const PUT_OFF = 'update mails set next_attempt_at = ?, claimed_until = null where id = ?'
const REMOVE = 'delete from mails where id = ?'
const PURGE = 'delete from mails where created_at < ?'

/** Two processes that mail one address count one after the other. */
const HOLD = 'select pg_advisory_xact_lock(hashtextextended(?, 0))'
const SENT = 'select at from sent_mails where recipient = ? and at > ?'
const COUNT = 'insert into sent_mails values (?, ?)'
const FORGET = 'delete from sent_mails where at < ?'

type Row = Omit<ClaimedMail, 'createdAt'> & { readonly createdAt: string | Date }

const isAdmitted = async (em: SqlEntityManager, at: Date, mail: NewMail): Promise<boolean> => {
  await em.execute(HOLD, [mail.recipient])
  const since = new Date(at.getTime() - MAIL_WINDOW_MS)
  const sent = await em.execute<{ at: string | Date }[]>(SENT, [mail.recipient, since])
  return admitMail(
    mail,
    sent.map((row) => new Date(row.at)),
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
    await em.execute(COUNT, [mail.recipient, at], 'run')
    await em.execute(POST, [uuidv7(), mail.sealed, at, at], 'run')
  }
}

export class SqlMailStore implements MailStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  async claim(now: Date, until: Date): Promise<ClaimedMail | null> {
    const [row] = await this.#session.run((em) => em.execute<Row[]>(CLAIM, [until, now, now]))
    return row ? { ...row, createdAt: new Date(row.createdAt) } : null
  }

  async putOff(id: MailId, at: Date): Promise<void> {
    await this.#session.run((em) => em.execute(PUT_OFF, [at, id], 'run'))
  }

  async remove(id: MailId): Promise<void> {
    await this.#session.run((em) => em.execute(REMOVE, [id], 'run'))
  }

  async purge(before: Date): Promise<number> {
    await this.#session.run((em) => em.execute(FORGET, [before], 'run'))
    const run = (em: SqlEntityManager) => em.execute<{ affectedRows: number }>(PURGE, [before], 'run')
    return (await this.#session.run(run)).affectedRows
  }
}
