import type { UserId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRows } from '../statements/sql.ts'

const draw = (count: number) => sql<{ id: UserId }>`
  select id from (select nextval('user_ids')::int as id from generate_series(1, ${count}::int)) drawn
  where not exists (select from users where users.id = drawn.id) order by id`

/** Clients can choose ids that the sequence reaches later: the sequence skips these ids (C6.5). */
export const takeNextIds = async (em: SqlEntityManager, count: number): Promise<readonly UserId[]> => {
  const taken: UserId[] = []
  while (taken.length < count)
    for (const { id } of await findRows(em, draw(count - taken.length))) taken.push(id)
  return taken
}

export const takeNextId = async (em: SqlEntityManager): Promise<UserId> => {
  const [id] = await takeNextIds(em, 1)
  if (id === undefined) throw new Error('The sequence of user ids returned no id.')
  return id
}
