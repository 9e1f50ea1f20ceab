import type { ContentModel, RecordType } from '@content-service/domain'
import { listReached, type IncomingLink } from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import { toSnakeCase } from '../statements/rows.ts'
import type { Sql } from '../statements/sql.ts'
import { LINKED_ID, nameJoiningTable, RECORD_ID } from './joining-table.ts'
import { writeIdType } from './record-id.ts'

/** A record of any type. */
export interface Reached {
  readonly type: string
  readonly id: string
}

/** The id of the record under `reached`, or null if it has another type. PostgreSQL then casts no other ids. */
const writeKey = (to: RecordType): Sql =>
  sql`case when reached.type = ${sql.lit(to.name)} then reached.id::${writeIdType(to)} end`

const selectLinking = ({ type, ...link }: IncomingLink, to: RecordType): Sql => {
  const name = sql`${sql.lit(type.name)}::text as type`
  if (link.isMany)
    return sql`select ${name}, j.${RECORD_ID}::text as id from ${sql.table(nameJoiningTable(type, link))} j
      where j.${LINKED_ID} = ${writeKey(to)}`
  return sql`select ${name}, l.id::text as id from ${sql.table(type.plural)} l
    where ${sql.id('l', toSnakeCase(link.attribute))} = ${writeKey(to)}`
}

/** The records with one of these links to those under the alias `reached`, of any of these types; null without links. */
export const selectNext = (
  types: Iterable<RecordType>,
  listLinks: (to: RecordType) => readonly IncomingLink[],
): Sql | null => {
  const parts = [...types].flatMap((to) => listLinks(to).map((link) => selectLinking(link, to)))
  return parts.length === 0 ? null : sql`(${sql.join(parts, sql` union all `)})`
}

/** The types of records that a walk over cascading links can meet. */
export const listWalked = (model: ContentModel, from: RecordType): readonly RecordType[] => [
  ...new Set([model.typeNamed(from.name), ...listReached(model, from)]),
]

/**
 * The records that are deleted with those of `start`, at any distance, the nearest first; they include those of `start`.
 * `union` drops a record that is there, so that circles end. PostgreSQL makes no more rows than a limit needs.
 */
export const walkCascades = ({
  start,
  next,
  among = sql`true`,
}: {
  /** Rows of type and id. */
  readonly start: Sql
  readonly next: Sql
  /** The condition of the records, under `linking`, that the walk meets. */
  readonly among?: Sql
}): Sql<Reached> => sql<Reached>`with recursive reached (type, id) as (
    ${start}
    union
    select linking.type, linking.id from reached cross join lateral ${next} linking where ${among}
  ) select type, id from reached`
