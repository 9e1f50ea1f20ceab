import { randomUUID } from 'node:crypto'
import type { UserId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { execute } from '../statements/sql.ts'

/** Tables whose rows act for a user, or let somebody sign in as the user. */
const ACTING = ['credentials', 'api_keys', 'webhooks'] as const
const OWNERS = { credentials: 'user_id', api_keys: 'owner_id', webhooks: 'owner_id' } as const

/**
 * C15.15: hides a deleted user to whom many records link, until the worker has changed these records. Name and address are
 * free for others at once.
 */
export const hideUser = async (em: SqlEntityManager, id: UserId, at: Date): Promise<void> => {
  const name = `removed-${randomUUID()}`
  for (const table of ACTING)
    await execute(em, sql`delete from ${sql.table(table)} where ${sql.ref(OWNERS[table])} = ${id}`)
  await execute(
    em,
    sql`update users set deleted = true, username = ${name}, email = ${`${name}@deleted.invalid`}, name = 'Removed user',
      pending_email = null, tokens_valid_from = ${at} where id = ${id}`,
  )
}
