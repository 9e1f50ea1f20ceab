import type { ClaimedMail, MailId, MailStore, SealedMail } from '@content-service/domain'
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

type Row = Omit<ClaimedMail, 'createdAt'> & { readonly createdAt: string | Date }

/** Enqueues mails in the transaction of the write that they tell of. */
export const post = async (em: SqlEntityManager, at: Date, mails: readonly SealedMail[]): Promise<void> => {
  for (const sealed of mails) await em.execute(POST, [uuidv7(), sealed, at, at], 'run')
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
    const run = (em: SqlEntityManager) => em.execute<{ affectedRows: number }>(PURGE, [before], 'run')
    return (await this.#session.run(run)).affectedRows
  }
}
