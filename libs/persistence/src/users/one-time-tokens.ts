import type { UserId } from '@content-service/domain'
import type { OneTimeToken } from '@content-service/domain/internal/accounts'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { execute, insertInto } from '../statements/sql.ts'

/** Stores a token, which replaces the user's earlier token of the purpose unless several tokens may be valid. */
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
