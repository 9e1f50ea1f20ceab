import type { OneTimeToken, UserId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { execute, insertInto } from '../sql.ts'

/** Puts a token in the place of the user's earlier one of its purpose, unless several may be good at once. */
export const putToken = async (em: SqlEntityManager, userId: UserId, token: OneTimeToken): Promise<void> => {
  const { purpose, digest, createdAt, expiresAt } = token
  if (purpose !== 'password-reset')
    await execute(em, sql`delete from one_time_tokens where user_id = ${userId} and purpose = ${purpose}`)
  await execute(em, insertInto('one_time_tokens', { userId, purpose, digest, createdAt, expiresAt }))
}

/** Ends every token of the user. */
export const endTokens = async (em: SqlEntityManager, user: UserId): Promise<void> => {
  await execute(em, sql`delete from one_time_tokens where user_id = ${user}`)
}
