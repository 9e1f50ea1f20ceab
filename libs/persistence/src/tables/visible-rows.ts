import type { ContentModel, RecordType } from '@content-service/domain'
import { canWait } from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'

/** C15.15: the table of a type, without the deleted records that wait for the worker. */
export const selectVisible = (model: ContentModel, type: RecordType): Sql => {
  const table = sql.id(type.plural)
  if (!canWait(model, type)) return table
  // PostgreSQL reads the few deleted records once for each statement. While there are none, no row needs its id as a text.
  return sql`(select * from ${table} where (select not exists (select from removed_records))
    or ${sql.id(type.plural, 'id')}::text not in (
      select id from removed_records where type = ${sql.lit(type.name)} and is_deleted))`
}
