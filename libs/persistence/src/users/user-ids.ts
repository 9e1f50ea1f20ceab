import type { UserId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { UserEntity } from './user.entity.ts'

const nextId = async (em: SqlEntityManager): Promise<UserId> => {
  const [row] = await em.execute<{ id: UserId }[]>("select nextval('user_ids')::int as id")
  return (row as { id: UserId }).id
}

const exists = async (em: SqlEntityManager, id: UserId): Promise<boolean> =>
  (await em.count(UserEntity, { id })) > 0

/** Ids that clients chose lie in the way of the sequence: they are stepped over (C6.5). */
export const nextFreeId = async (em: SqlEntityManager): Promise<UserId> => {
  for (;;) {
    const id = await nextId(em)
    if (!(await exists(em, id))) return id
  }
}
