import { randomUUID } from 'node:crypto'
import { User, type UserId } from '@content-service/domain'
import { findType } from '@content-service/domain/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { finishRemoval } from '../records/links/detach-linked.ts'
import type { StoreSession } from '../session/store-session.ts'
import { execute, insertInto } from '../sql.ts'

/** Tables whose rows act for a user, or let somebody sign in as the user. */
const ACTING = ['credentials', 'api_keys', 'webhooks'] as const
const OWNERS = { credentials: 'user_id', api_keys: 'owner_id', webhooks: 'owner_id' } as const

/**
 * C14.2: hides a deleted user to whom many records link, until the worker has changed these records. Name and address are
 * free for others at once.
 */
export const postponeRemoval = async (em: SqlEntityManager, id: UserId, at: Date): Promise<void> => {
  const name = `removed-${randomUUID()}`
  await execute(em, insertInto('removals', { userId: id, at }))
  for (const table of ACTING)
    await execute(em, sql`delete from ${sql.table(table)} where ${sql.ref(OWNERS[table])} = ${id}`)
  await execute(
    em,
    sql`update users set deleted = true, username = ${name}, email = ${`${name}@deleted.invalid`}, name = 'Removed user',
      pending_email = null, tokens_valid_from = ${at} where id = ${id}`,
  )
}

/** Finishes the oldest removals, at most `atMost`. Returns their number. */
export const finishRemovals = async (session: StoreSession, atMost: number): Promise<number> => {
  const rows = await session.findRows(
    sql<{ userId: UserId }>`select user_id as "userId" from removals order by at limit ${atMost}`,
  )
  const type = findType(session.tables.model, User)
  for (const { userId } of rows) await finishRemoval(session, type, userId)
  return rows.length
}
