import type { DoneRequest, IdempotencyStore } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import type { StoreSession } from '../store-session.ts'

const FIND = `select payload, answer, expires_at as "expiresAt" from idempotency_keys
  where name = ? and expires_at > ?`
/** In the place of one that has expired. */
const KEEP = `insert into idempotency_keys (name, payload, answer, expires_at) values (?, ?, ?, ?)
  on conflict (name) do update
  set payload = excluded.payload, answer = excluded.answer, expires_at = excluded.expires_at`
const PURGE = 'delete from idempotency_keys where expires_at <= ?'

interface Row {
  readonly payload: string
  readonly answer: string
  readonly expiresAt: string | Date
}

export const findDone = async (
  em: SqlEntityManager,
  name: string,
  now: Date,
): Promise<DoneRequest | null> => {
  const [row] = await em.execute<Row[]>(FIND, [name, now])
  return row ? { ...row, expiresAt: new Date(row.expiresAt) } : null
}

export const keepDone = async (
  em: SqlEntityManager,
  name: string,
  { payload, answer, expiresAt }: DoneRequest,
): Promise<void> => {
  await em.execute(KEEP, [name, payload, answer, expiresAt], 'run')
}

export class SqlIdempotencyStore implements IdempotencyStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  find(name: string, now: Date): Promise<DoneRequest | null> {
    return this.#session.run((em) => findDone(em, name, now))
  }

  async purge(now: Date): Promise<void> {
    await this.#session.run((em) => em.execute(PURGE, [now], 'run'))
  }
}
