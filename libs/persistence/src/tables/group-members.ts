import type { GroupMemberPath } from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'
import { findColumnType } from './record-columns.ts'
import { TYPES } from './type-sql.ts'

/** The text of a member, in the words in which PostgreSQL tells the expression of an index. */
export const readMemberText = ({ steps }: GroupMemberPath, column: Sql): Sql =>
  sql`${column} #>> ${sql.lit(`{${steps.join(',')}}`)}::text[]`

/** C16.1: the value of a member of a group, from the column of the group. An index has the same expression. */
export const readMember = (member: GroupMemberPath, column: Sql): Sql => {
  const type = findColumnType(member.field)
  const text = sql`(${readMemberText(member, column)})`
  return type === 'text' ? text : sql`${text}::${TYPES[type]}`
}
