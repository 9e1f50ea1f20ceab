import type { RecordType } from '@content-service/domain'
import {
  type IncomingLink,
  JOINED,
  type JoinedLink,
  listJoined,
  type ManyLink,
  readLinkedIds,
} from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { toSnakeCase } from '../statements/rows.ts'
import { execute, type Sql } from '../statements/sql.ts'

type Named = Pick<RecordType, 'plural'>
type Values = Readonly<Record<string, unknown>>

/** The versions of a record, of which one may have fewer links. */
interface LinksChange {
  readonly before: object | null
  readonly after: { readonly id: unknown } | null
}

type Joining = Pick<RecordType, 'plural' | 'attributes' | 'manyLinks' | 'partLinks'>

/** The table with the links of a type to many records: `meetups_speakers`. Those in parts are in `meetups_parts_users`. */
export const nameJoiningTable = ({ plural }: Named, { name }: Pick<JoinedLink, 'name'>): string =>
  `${plural}_${toSnakeCase(name.replace('.', '_'))}`

export const RECORD_ID = sql.id(toSnakeCase(JOINED.record))
export const LINKED_ID = sql.id(toSnakeCase(JOINED.linked))
const PLACE = sql.id(JOINED.place)

/** The SQL type of the ids of linked records. */
export const findIdType = ({ field }: Pick<JoinedLink, 'field'>): 'integer' | 'uuid' =>
  field.toMany.isNumbered ? 'integer' : 'uuid'

const ID_TYPES = { integer: sql`integer`, uuid: sql`uuid` }

/** The ids in their places, as JSON, for the record under an alias. */
export const selectIds = (type: Named, link: ManyLink, alias: string): Sql => sql`coalesce((
    select json_agg(${LINKED_ID} order by ${PLACE}) from ${sql.table(nameJoiningTable(type, link))}
    where ${RECORD_ID} = ${sql.id(alias, 'id')}), '[]')`

/** Whether the record under an alias has the link to one of these records. */
export const leadsToAny = (
  { type, ...link }: IncomingLink,
  alias: string,
  ids: readonly (string | number)[],
): Sql =>
  link.isMany
    ? sql`${sql.id(alias, 'id')} in (
        select ${RECORD_ID} from ${sql.table(nameJoiningTable(type, link))} where ${LINKED_ID} = any(${ids}))`
    : sql`${sql.id(alias, toSnakeCase(link.attribute))} = any(${ids})`

/** Removes the links of some records to some others. */
export const removeLinks = (
  { type, ...link }: IncomingLink,
  records: readonly (string | number)[],
  linked: readonly (string | number)[],
): Sql => sql`delete from ${sql.table(nameJoiningTable(type, link))}
  where ${RECORD_ID} = any(${records}) and ${LINKED_ID} = any(${linked})`

/** The pairs that are in the records before a change, and not afterwards. */
const listLost = (type: Joining, link: JoinedLink, changes: readonly LinksChange[]) =>
  changes.flatMap(({ before, after }) => {
    const left = new Set(readLinkedIds(type, link, after))
    const lost = readLinkedIds(type, link, before).filter((id) => !left.has(id))
    return lost.map((linked) => ({ record: after?.id, linked }))
  })

/** Removes all links of parts that go: the part with a link to a deleted record can link to others, too. */
export const removeLost = async (
  em: SqlEntityManager,
  type: Joining,
  changes: readonly LinksChange[],
): Promise<void> => {
  for (const link of type.partLinks) {
    const lost = listLost(type, link, changes)
    if (lost.length === 0) continue
    await execute(
      em,
      sql`delete from ${sql.table(nameJoiningTable(type, link))}
        using json_to_recordset(${JSON.stringify(lost)}::json) as lost (record uuid, linked ${ID_TYPES[findIdType(link)]})
        where ${RECORD_ID} = lost.record and ${LINKED_ID} = lost.linked`,
    )
  }
}

/** Sets the links of a record; each gets the place of its id. */
const setLinks = (type: Named, link: JoinedLink, id: string, ids: readonly unknown[]): Sql => {
  const table = sql.table(nameJoiningTable(type, link))
  const given = sql`${ids}::${ID_TYPES[findIdType(link)]}[]`
  return sql`with gone as (
      delete from ${table} where ${RECORD_ID} = ${id} and ${LINKED_ID} <> all(${given})
    ) insert into ${table} (${RECORD_ID}, ${LINKED_ID}, ${PLACE})
      select ${id}, given.id, given.place from unnest(${given}) with ordinality as given(id, place)
      on conflict (${RECORD_ID}, ${LINKED_ID}) do update set ${PLACE} = excluded.${PLACE}`
}

/** Inserts the links of new records, with one parameter. */
export const insertLinks = (type: Joining, link: JoinedLink, records: readonly object[]): Sql => {
  const ids = sql.id(link.attribute)
  const given = records.map((record) => ({
    id: (record as Values)['id'],
    [link.attribute]: readLinkedIds(type, link, record),
  }))
  return sql`insert into ${sql.table(nameJoiningTable(type, link))} (${RECORD_ID}, ${LINKED_ID}, ${PLACE})
    select record.id, linked.id::${ID_TYPES[findIdType(link)]}, linked.place
    from json_to_recordset(${JSON.stringify(given)}::json) as record (id uuid, ${ids} json),
      json_array_elements_text(record.${ids}) with ordinality as linked (id, place)`
}

/** The record without its links to many records, which are no columns. */
export const omitLinks = <R extends object>({ manyLinks }: Pick<RecordType, 'manyLinks'>, record: R): R => {
  if (manyLinks.length === 0) return record
  const names = new Set(manyLinks.map(({ attribute }) => attribute))
  // Only columns remain.
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name))) as R
}

export const hasJoined = (type: Joining, record: object): boolean =>
  listJoined(type).some((link) => readLinkedIds(type, link, record).length > 0)

/** Writes the links of a record in joining tables that differ from those before. */
export const writeLinks = async (
  em: SqlEntityManager,
  type: Joining,
  { before, after }: { readonly before: object | null; readonly after: { readonly id: unknown } },
): Promise<void> => {
  for (const link of listJoined(type)) {
    const [earlier, later] = [readLinkedIds(type, link, before), readLinkedIds(type, link, after)]
    const isSame = earlier.length === later.length && earlier.every((id, place) => id === later[place])
    if (!isSame) await execute(em, setLinks(type, link, String(after.id), later))
  }
}

/**
 * Locks records. A statement that waits for a lock reads other tables as they were before: the links are read by the
 * next one.
 */
export const lockLinked = async (
  em: SqlEntityManager,
  { plural, manyLinks }: Pick<RecordType, 'plural' | 'manyLinks'>,
  ids: readonly (string | number)[],
): Promise<void> => {
  if (manyLinks.length > 0)
    await execute(em, sql`select from ${sql.table(plural)} where id = any(${ids}) order by id for update`)
}
