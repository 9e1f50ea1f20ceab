import type { OneTimeToken, UserId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'

const REPLACE = 'delete from one_time_tokens where user_id = ? and purpose = ?'
const PUT =
  'insert into one_time_tokens (user_id, purpose, digest, created_at, expires_at) values (?, ?, ?, ?, ?)'
const END = 'delete from one_time_tokens where user_id = ?'

/** Puts a token in the place of the user's earlier one of its purpose, unless several may be good at once. */
export const putToken = async (
  em: SqlEntityManager,
  user: UserId,
  { purpose, digest, createdAt, expiresAt }: OneTimeToken,
): Promise<void> => {
  if (purpose !== 'password-reset') await em.execute(REPLACE, [user, purpose], 'run')
  await em.execute(PUT, [user, purpose, digest, createdAt, expiresAt], 'run')
}

/** Ends every token of the user. */
export const endTokens = async (em: SqlEntityManager, user: UserId): Promise<void> => {
  await em.execute(END, [user], 'run')
}
