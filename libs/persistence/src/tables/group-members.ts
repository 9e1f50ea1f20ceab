import type { GroupMemberPath } from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'
import { findColumnType } from './record-columns.ts'
import { TYPES } from './type-sql.ts'

const writePath = ({ steps }: GroupMemberPath): Sql => sql`${sql.lit(`{${steps.join(',')}}`)}::text[]`

/** The text of a member, in the words in which PostgreSQL tells the expression of an index. */
export const readMemberText = (member: GroupMemberPath, column: Sql): Sql =>
  sql`${column} #>> ${writePath(member)}`

/** A member of JSON stays JSON: PostgreSQL gives a text without its quotes, which is no JSON. The JSON null is null. */
const readMemberJson = (member: GroupMemberPath, column: Sql): Sql =>
  sql`nullif(${column} #> ${writePath(member)}, 'null'::jsonb)`

/** C16.1: the value of a member of a group, from the column of the group. An index has the same expression. */
export const readMember = (member: GroupMemberPath, column: Sql): Sql => {
  const type = findColumnType(member.field)
  if (type === 'jsonb') return readMemberJson(member, column)
  const text = sql`(${readMemberText(member, column)})`
  return type === 'text' ? text : sql`${text}::${TYPES[type]}`
}
