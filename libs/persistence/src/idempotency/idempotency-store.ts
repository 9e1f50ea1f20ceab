import type { DoneRequest, IdempotencyStore, KeptRequest } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import type { StoreSession } from '../store-session.ts'

const FIND = `select payload, answer, location, done_at as "doneAt", expires_at as "expiresAt" from idempotency_keys
  where name = ? and expires_at > ?`
/** In the place of one that has expired. The answer is kept while those of its principal leave room for it (C12.15). */
const KEEP = `with used as (
    select coalesce(sum(octet_length(answer)), 0) as bytes from idempotency_keys where principal = ? and expires_at > ?
  )
  insert into idempotency_keys (name, payload, answer, location, done_at, expires_at, principal)
  select ?, ?, case when used.bytes + octet_length(given.answer) <= ? then given.answer end, ?, ?, ?, ?
  from used, (select ?::text as answer) given
  on conflict (name) do update set payload = excluded.payload, answer = excluded.answer, location = excluded.location,
    done_at = excluded.done_at, expires_at = excluded.expires_at, principal = excluded.principal`
const PURGE = 'delete from idempotency_keys where expires_at <= ?'

interface Row {
  readonly payload: string
  readonly answer: string | null
  readonly location: string | null
  readonly doneAt: string | Date
  readonly expiresAt: string | Date
}

export const findDone = async (
  em: SqlEntityManager,
  name: string,
  now: Date,
): Promise<DoneRequest | null> => {
  const [row] = await em.execute<Row[]>(FIND, [name, now])
  return row ? { ...row, doneAt: new Date(row.doneAt), expiresAt: new Date(row.expiresAt) } : null
}

export const keepDone = async (
  em: SqlEntityManager,
  name: string,
  { payload, answer, location, doneAt, expiresAt, principal, budget }: KeptRequest,
): Promise<void> => {
  const used = [principal, doneAt]
  const row = [name, payload, budget, location, doneAt, expiresAt, principal, answer]
  await em.execute(KEEP, [...used, ...row], 'run')
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
