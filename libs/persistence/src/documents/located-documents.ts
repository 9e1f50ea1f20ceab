import type { Collection, SearchedType } from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'

/** Users, articles and comments have separate columns. */
const OWN_COLUMNS: Readonly<Record<Collection, string>> = {
  articles: 'article_id',
  users: 'user_id',
  comments: 'comment_id',
}

/** The documents of a type: the condition that selects them, and the ids of their records. */
export const locateDocuments = ({
  type,
  from,
}: SearchedType): { readonly isOfType: Sql; readonly id: Sql } => {
  const column = OWN_COLUMNS[from]
  if (column === undefined) return { isOfType: sql`d.type = ${sql.lit(type)}`, id: sql`d.id::uuid` }
  const id = sql.ref(`d.${column}`)
  return { isOfType: sql`${id} is not null`, id }
}
