import type { DoneRequest, KeptRequest } from '@content-service/domain/internal/idempotency'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { columns, execute, findRow } from '../statements/sql.ts'

const COLUMNS = columns('payload', 'answer', 'location', 'doneAt', 'expiresAt')

export const findDone = (em: SqlEntityManager, name: string, now: Date): Promise<DoneRequest | null> =>
  findRow(
    em,
    sql<DoneRequest>`select ${COLUMNS} from idempotency_keys where name = ${name} and expires_at > ${now}`,
  )

/**
 * Stores a request in the place of an expired one. It stores the answer only within the budget of the principal
 * (C12.15).
 */
export const keepDone = async (
  em: SqlEntityManager,
  name: string,
  { payload, answer, location, doneAt, expiresAt, principal, budget }: KeptRequest,
): Promise<void> => {
  const keep = sql`with used as (
      select coalesce(sum(octet_length(answer)), 0) as bytes from idempotency_keys
      where principal = ${principal} and expires_at > ${doneAt}
    )
    insert into idempotency_keys (name, payload, answer, location, done_at, expires_at, principal)
    select ${name}, ${payload}, case when used.bytes + octet_length(given.answer) <= ${budget} then given.answer end,
      ${location}, ${doneAt}, ${expiresAt}, ${principal}
    from used, (select ${answer}::text as answer) given
    on conflict (name) do update set payload = excluded.payload, answer = excluded.answer, location = excluded.location,
      done_at = excluded.done_at, expires_at = excluded.expires_at, principal = excluded.principal`
  await execute(em, keep)
}
