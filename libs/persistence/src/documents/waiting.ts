import type { IndexOutcome } from '@content-service/domain/internal/search'
import type { SearchedType } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { writeIdType } from '../tables/record-id.ts'
import { findRow, type Sql } from '../statements/sql.ts'
import { joinTexts, selectTexts } from './searched-texts.ts'

/** The limits of a batch: rows of the queue, and the bytes of their texts. The first row counts at any size. */
const [MAX_ROWS, MAX_BYTES] = [1_000, 256 * 1024]
/** Each search reads so many bytes of records whose documents are not written yet. */
const MAX_READ_BYTES = 32 * 1024

/** Writes the documents and words of a batch of changed records. */
export const indexWaiting = async (em: SqlEntityManager): Promise<IndexOutcome> => {
  const found = await findRow(
    em,
    sql<{ outcome: IndexOutcome }>`select index_waiting(${MAX_ROWS}, ${MAX_BYTES}) as outcome`,
  )
  return found?.outcome ?? 'done'
}

/**
 * The newest rows of the queue, as the table `waiting` in the `with` of a statement: first the newest of each author, the
 * short records before the long ones, so that nobody's records hide the records of others.
 */
const WAITING = sql`waiting as materialized (
    select type, id from (
      select type, id, sum(size) over (order by behind, size, place) - size as before
      from search_waiting_in_turn(${sql.lit(MAX_ROWS)}, 0)
    ) bounded where before < ${sql.lit(MAX_READ_BYTES)}
  )`

/** The ids of the waiting records of a type, each with columns of its row `t`, which are null for a deleted record. */
const selectRecords = (searched: SearchedType, columns: Sql): Sql =>
  sql`select w.id, made.* from (
      select distinct id::${writeIdType(searched)} as id from waiting where type = ${sql.lit(searched.type)}
    ) w left join lateral (
      select ${columns} from ${sql.table(searched.from)} t where t.id = w.id offset 0
    ) made on true`

/** The table of the waiting records of a type, in the `with` of a search. */
export const nameWaiting = ({ type }: SearchedType): Sql => sql.id(`waiting_${type}`)

/** A table for each type, with the ids, documents and titles of the waiting records, from their present texts. */
export const selectWaiting = (types: readonly SearchedType[]): Sql => {
  const tables = types.map((searched) => {
    const [title, keywords, text] = (['A', 'B', 'D'] as const).map((weight) =>
      joinTexts(selectTexts(searched, weight), sql`' '`),
    )
    const document = sql`search_document(${title}, ${keywords}, ${text})`
    return sql`${nameWaiting(searched)} as materialized (
      select id, document, ts_filter(document, '{a,b}') as title, plain
      from (${selectRecords(searched, sql`${document} as document, plain_words(${title}) as plain`)}) records
    )`
  })
  return sql.join([WAITING, ...tables])
}
