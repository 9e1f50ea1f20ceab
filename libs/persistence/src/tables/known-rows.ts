import type { RecordType } from '@content-service/domain'
import { listKnownValues } from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import { toSnakeCase } from '../statements/rows.ts'
import type { Sql } from '../statements/sql.ts'

const refer = (attribute: string): Sql => sql.id(toSnakeCase(attribute))

/**
 * Nearly all rows are in these states. PostgreSQL expects that of a test for null, also in a table without statistics, where it
 * would expect one row in seventy for the list of states itself, and sort them instead of reading an index in order.
 */
const isWord = (attribute: string, words: readonly string[]): Sql =>
  sql`nullif(${refer(attribute)} in (${sql.join(words.map((word) => sql.lit(word)))}), false) is not null`

/**
 * C15.17: the condition of the rows that a declaration knows; null if it knows all rows. PostgreSQL splits a test of a list
 * of columns, and from version 17 on, it leaves out the columns that allow no null.
 */
export const knownSql = (type: RecordType): Sql | null => {
  const { words, required } = listKnownValues(type)
  const conditions = [
    ...words.map(([name, known]) => isWord(name, known)),
    ...(required.length === 0 ? [] : [sql`(${sql.join(required.map(refer))}) is not null`]),
  ]
  return conditions.length === 0 ? null : sql.join(conditions, sql` and `)
}
