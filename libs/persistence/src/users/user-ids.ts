import type { UserId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow } from '../sql.ts'

const DRAW = sql<{
  id: UserId
  taken: boolean
}>`select drawn.id, exists (select 1 from users where users.id = drawn.id) as taken
  from (select nextval('user_ids')::int as id) drawn`

/** Clients can choose ids that the sequence reaches later: the sequence skips these ids (C6.5). */
export const takeNextId = async (em: SqlEntityManager): Promise<UserId> => {
  for (;;) {
    const drawn = await findRow(em, DRAW)
    if (drawn?.taken === false) return drawn.id
  }
}
