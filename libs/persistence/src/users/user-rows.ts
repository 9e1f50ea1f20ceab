import { User, type UserId } from '@content-service/domain'
import { findType, withComputed } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findParts, findPrepared } from '../session/database-parts.ts'
import { findRow, updateRow } from '../statements/sql.ts'

/** The statement that reads a user, with the fields that a team has added. */
const getUserRows = (em: SqlEntityManager) => {
  const parts = findParts(em)
  return parts.rowsOf(findType(parts.model, User))
}

export const findUser = async (em: SqlEntityManager, id: UserId): Promise<User | null> => {
  const statement = getUserRows(em)
  const [values] = await findPrepared(em, statement, [id])
  // The columns of the statement are the attributes of a user.
  return values ? (statement.revive(values) as unknown as User) : null
}

/** The user, locked until the transaction ends. The worker removes a user whose removal waits, and nobody changes it. */
export const findLockedUser = (em: SqlEntityManager, id: UserId): Promise<User | null> =>
  findRow(
    em,
    sql<User>`${getUserRows(em).select} where id = ${id}
    and not exists (select from removed_records where type = 'User' and id = ${String(id)} and is_deleted) for update`,
  )

/** C16.2: the user with the values that code of the model computes. */
export const completeUser = (em: SqlEntityManager, user: User): User =>
  withComputed(findType(findParts(em).model, User), user)

/** Writes the values that differ, and returns the written user. */
export const updateUser = (em: SqlEntityManager, before: User, after: User): Promise<User> =>
  updateRow(em, { table: 'users', key: 'id' }, { before, after: completeUser(em, after) })
