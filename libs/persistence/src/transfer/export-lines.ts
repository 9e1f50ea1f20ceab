import type { ContentModel, RecordType } from '@content-service/domain'
import { DELETED_AT, hidesTrash, isComposed, isLink, isMany } from '@content-service/domain/internal/model'
import {
  listLineFields,
  listLinkingParts,
  toLineParts,
  type ContentLine,
  type LineLink,
} from '@content-service/domain/internal/transfer'
import { USER_ROLES } from '@content-service/domain/internal/access'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findColumnValue } from '../tables/column-values.ts'
import { nameJoiningTable } from '../tables/joining-table.ts'
import { selectVisible } from '../tables/visible-rows.ts'
import { toSnakeCase } from '../statements/rows.ts'
import { findRow, findRows, timeText, type Sql } from '../statements/sql.ts'

interface Source {
  /** The source of the lines; its rows are named `t`. */
  readonly from: Sql
  readonly type: RecordType
  /** The JSON of a line. */
  readonly line: Sql
  /** The names of the records to which parts link. */
  readonly names: Sql
  /** A value that is smaller than every id. */
  readonly start: number | string
  /** The number of rows that one statement reads. */
  readonly page: number
  /** The members that a line leaves out without a value: `role` or `roles`, and an owner who is the ghost. */
  readonly omitted: readonly string[]
}

/** The rows of a type that are content: not the ghost, and none of a hidden trash (C17.4). */
const selectKept = (model: ContentModel, type: RecordType): Sql => {
  const visible = selectVisible(model, type)
  if (type.custom?.ghostId !== undefined)
    return sql`(select * from ${sql.table(type.plural)} where id <> ${sql.lit(type.custom.ghostId)})`
  if (!hidesTrash(type)) return visible
  return sql`(select * from ${visible} ${sql.id(type.plural)} where ${sql.ref(toSnakeCase(DELETED_AT))} is null)`
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

const time = (column: string): Sql => timeText(sql.ref(`t.${column}`))
const DATES = sql`'createdAt', ${time('created_at')}, 'updatedAt', ${time('updated_at')}`
const REF = sql`'ref', coalesce(t.ref, t.id::text)`

/** The line of a user with one built-in role has the member `role`, which earlier releases can read, too. */
const IS_BUILT_IN = sql`(cardinality(t.roles) = 1 and t.roles[1] in (${sql.join(USER_ROLES.map((role) => sql.lit(role)))}))`

/** Members that differ from their columns. */
const OTHER_MEMBERS: Readonly<Record<string, Readonly<Record<string, Sql>>>> = {
  User: {
    roles: sql`case when not ${IS_BUILT_IN} then t.roles end, 'role', case when ${IS_BUILT_IN} then t.roles[1] end`,
  },
  Article: { excerpt: sql`case when t.excerpt_derived then null else t.excerpt end` },
}

/** C16.1: the names of the records to which the parts of a record link, by the name of the type and the id. */
const partNamesSql = (model: ContentModel, type: RecordType): readonly Sql[] =>
  type.partLinks.map((link) => {
    const { toMany } = link.field
    const linked = model.typeNamed(toMany.name)
    return sql`${sql.lit(toMany.name)}, (select json_object_agg(l.id::text, ${nameSql(linked, 'l')})
      from ${sql.table(nameJoiningTable(type, link))} j join ${selectKept(model, linked)} l on l.id = j.linked_id
      where j.record_id = t.id)`
  })

/** A derived excerpt is null, and an import derives it again. */
const DERIVED: ReadonlySet<string> = new Set(['excerpt'])

/** An article can have 2 MB of text, and other records 1 MiB of JSON, so that one statement reads fewer rows. */
const LONG_TEXT = 100_000
const findPageSize = ({ attributes }: RecordType): number =>
  Object.values(attributes).some((field) => isComposed(field) || (field.schema.maxLength ?? 0) > LONG_TEXT)
    ? 20
    : 500

/** The name of a record of a declared type in a line; the alias names the record. */
const nameSql = ({ uniqueAttribute, hasRef }: RecordType, alias: string): Sql =>
  !hasRef && uniqueAttribute !== null
    ? sql.ref(`${alias}.${toSnakeCase(uniqueAttribute)}`)
    : sql`coalesce(${sql.ref(`${alias}.ref`)}, ${sql.ref(`${alias}.id`)}::text)`

/** C14.2: the names of linked records, in their places. */
const namesSql = (model: ContentModel, type: RecordType, name: string): Sql => {
  const link = type.manyLinks.find((each) => each.name === name)
  if (link === undefined) throw new Error(`${type.name} has no links ${name}`)
  const { toMany } = link.field
  return sql`coalesce((select json_agg(${nameSql(model.typeNamed(toMany.name), 'l')} order by j.place)
    from ${sql.table(nameJoiningTable(type, link))} j join ${selectKept(model, model.typeNamed(toMany.name))} l on l.id = j.linked_id
    where j.record_id = t.id), '[]')`
}

const createSource = (model: ContentModel, type: RecordType): Source => {
  const { word, isNumbered, isFixed, hasRef } = type
  const joins: Sql[] = []
  const members = listLineFields(type).map(([name, field]) => {
    const other = OTHER_MEMBERS[type.name]?.[name]
    if (other) return sql`${sql.lit(name)}, ${other}`
    if (isMany(field)) return sql`${sql.lit(name)}, ${namesSql(model, type, name)}`
    if (!isLink(field))
      return sql`${sql.lit(name)}, ${findColumnValue(field).export(sql.ref(`t.${toSnakeCase(name)}`))}`
    const alias = `l${joins.length}`
    const [linked, id] = [
      selectKept(model, model.typeNamed(field.to.name)),
      sql.ref(`t.${toSnakeCase(name)}_id`),
    ]
    joins.push(sql` left join ${linked} ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = ${id}`)
    return sql`${sql.lit(name)}, ${nameSql(model.typeNamed(field.to.name), alias)}`
  })
  const ref = hasRef ? [REF] : []
  const dates = isFixed ? [] : [DATES]
  return {
    type,
    names: sql`json_build_object(${sql.join(partNamesSql(model, type))})`,
    from: sql`${selectKept(model, type)} t${sql.join(joins, sql``)}`,
    line: sql.join([sql`'type', ${sql.lit(word)}`, ...ref, ...members, ...dates]),
    start: isNumbered ? 0 : BEFORE_ALL,
    page: findPageSize(type),
    omitted: [
      'role',
      ...listLineFields(type).flatMap(([name, { isOptional }]) =>
        isOptional || DERIVED.has(name) ? [] : [name],
      ),
    ],
  }
}

/** A line names only records of its own source or of an earlier source. */
const listSources = (model: ContentModel): readonly Source[] =>
  model.linkedFirst.map((type) => createSource(model, type))

/** C10.6: a member that can be empty is null if it is empty, so that an import empties it, too. */
const omitMissing = (line: ContentLine, omitted: readonly string[]): ContentLine =>
  omitted.every((name) => line[name] !== null)
    ? line
    : Object.fromEntries(
        Object.entries(line).filter(([name, value]) => value !== null || !omitted.includes(name)),
      )

interface Read {
  readonly id: number | string
  readonly line: ContentLine
  readonly names: PartNames
}

/** By the name of the type and the id of the record. */
type PartNames = Readonly<Record<string, Readonly<Record<string, string>> | null>>

/** C16.1: the line with names in the place of the ids in parts. A link to what is gone is null. */
const namePartLinks = (type: RecordType, { line, names }: Read): ContentLine => {
  const parts = listLinkingParts(type).map(([name, field]) => {
    const convert = ({ field: { to }, value }: LineLink) => names[to.name]?.[String(value)] ?? null
    return [name, toLineParts(name, field, line[name] ?? null, convert)]
  })
  return parts.length === 0 ? line : { ...line, ...Object.fromEntries(parts) }
}

async function* readLines(
  em: SqlEntityManager,
  { type, from, line, names, start, page, omitted }: Source,
): AsyncGenerator<ContentLine> {
  const pageAfter = (id: Read['id']) => sql<Read>`
    select t.id, json_build_object(${line}) as line, ${names} as names
    from ${from} where t.id > ${id} order by t.id limit ${page}`
  for (let after = start; ;) {
    const lines = await findRows(em, pageAfter(after))
    for (const read of lines) yield omitMissing(namePartLinks(type, read), omitted)
    const last = lines.at(-1)
    if (last === undefined || lines.length < page) return
    after = last.id
  }
}

/** All content except the ghost and secrets, in the order of ids. It needs the memory of one page. */
export async function* exportLines(em: SqlEntityManager, model: ContentModel): AsyncGenerator<ContentLine> {
  for (const source of listSources(model)) yield* readLines(em, source)
}

export const countLines = async (em: SqlEntityManager, model: ContentModel): Promise<number> => {
  const counts = listSources(model).map(({ from }) => sql`(select count(*) from ${from})`)
  const count = sql<{ count: number }>`select (${sql.join(counts, sql` + `)})::int as count`
  return (await findRow(em, count))?.count ?? 0
}
