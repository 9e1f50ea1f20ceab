import type { UserId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'

interface Drawn {
  readonly id: UserId
  readonly taken: boolean
}

const DRAW = `
  select drawn.id, exists (select 1 from users where users.id = drawn.id) as taken
  from (select nextval('user_ids')::int as id) drawn`

/** Clients can choose ids that the sequence reaches later: the sequence steps over these ids (C6.5). */
export const nextFreeId = async (em: SqlEntityManager): Promise<UserId> => {
  for (;;) {
    const [drawn] = await em.execute<Drawn[]>(DRAW)
    if (drawn !== undefined && !drawn.taken) return drawn.id
  }
}
