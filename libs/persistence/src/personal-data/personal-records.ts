import type { UserId } from '@content-service/domain'
import {
  mapPartLinks,
  type Collection,
  type LinkedId,
  type ReadableFilter,
} from '@content-service/domain/internal/model'
import type { PersonalRecord } from '@content-service/domain/internal/personal-data'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { conditionSql } from '../reading/conditions.ts'
import type { Tables } from '../tables/tables.ts'
import { toSnakeCase } from '../statements/rows.ts'
import { findRows, timeText, type Sql } from '../statements/sql.ts'
import type { Section } from './section.ts'
import { listSections } from './sections.ts'

/** The records of a page. Each page sorts all records of the person. A page takes 10 MB, or 25 MB with long texts. */
const AT_ONCE = 1_000
const LONG_AT_ONCE = 50

const findPageSize = ({ isLong }: Section): number => (isLong ? LONG_AT_ONCE : AT_ONCE)

/** The person whose records are read, and the records of others that the person may read. */
interface PersonalReads {
  readonly tables: Tables
  readonly user: UserId
  readonly readable: ReadableFilter
}

/** C14.2: the id of a link, or null if the person may not read the linked record. */
const linkSql = (column: Sql, to: Collection, { tables, readable }: PersonalReads): Sql => {
  const table = tables.of(to)
  return sql`case when exists (select 1 from ${table.under('l')}
    where ${table.column('l', 'id')} = ${column} and ${conditionSql(table, 'l', readable(to))}) then ${column} end`
}

/** C14.2: the ids of linked records that the person may read. */
const listSql = (
  { joins, to }: NonNullable<Section['lists']>[string],
  { tables, readable }: PersonalReads,
): Sql => {
  const table = tables.of(to)
  return sql`coalesce((select json_agg(j.linked_id order by j.place) from ${joins} j
    where j.record_id = page.id and exists (select 1 from ${table.under('l')}
      where ${table.column('l', 'id')} = j.linked_id and ${conditionSql(table, 'l', readable(to))})), '[]')`
}

/** C16.1: the records to which parts link, by their types. */
const partIdsSql = ({ parts }: Section, asked: PersonalReads): Sql =>
  sql`json_build_object(${sql.join(
    Object.entries(parts?.lists ?? {}).map(([name, list]) => sql`${sql.lit(name)}, ${listSql(list, asked)}`),
  )})`

/** C14.2: the record with null in the place of each link in a part to a record that the person may not read. */
const hideInParts = ({ parts }: Section, { record, shown }: Row): Values =>
  parts === undefined
    ? record
    : mapPartLinks(parts.attributes, record, ({ field, id }) =>
        id !== null && shown[field.to.name]?.includes(id) ? id : null,
      )

const columnSql = (
  { links = {}, lists = {}, values = {}, sources = {} }: Section,
  name: string,
  asked: PersonalReads,
): Sql => {
  const list = lists[name]
  if (list) return listSql(list, asked)
  const column = sources[name] ?? sql.ref(`page.${toSnakeCase(name)}`)
  const to = links[name]
  return to === undefined ? (values[name]?.export(column) ?? column) : linkSql(column, to, asked)
}

/** The rows of the person with a greater key. */
const selectPage = (section: Section, asked: PersonalReads, after: string | null) => {
  const { from, isOf, columns, times = [] } = section
  const { user } = asked
  const key = sql`${sql.ref(section.key)}::text`
  const members = [
    ...columns.map((name) => sql`${sql.lit(name)}, ${columnSql(section, name, asked)}`),
    ...times.map((name) => sql`${sql.lit(name)}, ${timeText(sql.ref(toSnakeCase(name)))}`),
  ]
  // PostgreSQL makes the members of a row only for rows of the page.
  return sql<Row>`select ${key} as key, json_build_object(${sql.join(members)}) as record,
      ${partIdsSql(section, asked)} as shown from (
      select * from ${sql.table(from)} where ${isOf(user)} and (${after}::text is null or ${key} > ${after})
      order by ${key} limit ${findPageSize(section)}
    ) page order by ${key}`
}

type Values = Readonly<Record<string, unknown>>

interface Row {
  readonly key: string
  readonly record: Values
  /** The records to which the parts of the record link and that the person may read, by type. */
  readonly shown: Readonly<Record<string, readonly LinkedId[]>>
}

async function* readSection(
  em: SqlEntityManager,
  section: Section,
  asked: PersonalReads,
): AsyncGenerator<PersonalRecord, void, undefined> {
  for (let last: string | null = null; ;) {
    const rows: readonly Row[] = await findRows(em, selectPage(section, asked, last))
    for (const row of rows) yield { type: section.type, ...hideInParts(section, row) }
    last = rows.at(-1)?.key ?? null
    if (rows.length < findPageSize(section)) return
  }
}

export async function* readPersonalRecords(
  em: SqlEntityManager,
  asked: PersonalReads,
): AsyncGenerator<PersonalRecord, void, undefined> {
  for (const section of listSections(asked.tables.model)) yield* readSection(em, section, asked)
}
