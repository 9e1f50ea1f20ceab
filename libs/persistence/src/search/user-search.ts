import type { UserId, UserSearch } from '@content-service/domain'
import { sql } from 'kysely'
import { conditionSql } from '../reading/statement.ts'
import type { Tables } from '../reading/tables.ts'
import type { Sql } from '../sql.ts'

/** The characters that mean something to LIKE mean themselves. */
const escapeLike = (keyword: string): string => keyword.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

const COLUMNS = { names: ['username', 'name'], address: ['email'] } as const

/** The statement that finds whose names hold the keyword, newest first. */
export const createUserSearchStatement = (
  tables: Tables,
  { keyword, where, byEmail, atMost }: UserSearch,
): Sql<{ id: UserId }> => {
  const columns = [...COLUMNS.names, ...(byEmail ? COLUMNS.address : [])]
  const pattern = `%${escapeLike(keyword)}%`
  const matches = columns.map((column) => sql`folded(t.${sql.ref(column)}) like folded(${pattern})`)
  return sql`select t.id from users t
    where (${sql.join(matches, sql` or `)}) and ${conditionSql(tables.of('users'), 't', where)}
    order by t.created_at desc, t.id desc limit ${atMost}`
}
