import type { OneTimeToken, UserId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'

const PUT = `insert into one_time_tokens (user_id, purpose, digest, created_at, expires_at) values (?, ?, ?, ?, ?)
  on conflict (user_id, purpose) do update set digest = excluded.digest, created_at = excluded.created_at, expires_at = excluded.expires_at`

/** Puts a token in the place of the user's earlier one of its purpose. */
export const putToken = async (
  em: SqlEntityManager,
  user: UserId,
  { purpose, digest, createdAt, expiresAt }: OneTimeToken,
): Promise<void> => {
  await em.execute(PUT, [user, purpose, digest, createdAt, expiresAt], 'run')
}
