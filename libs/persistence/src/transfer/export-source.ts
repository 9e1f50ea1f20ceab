import type { ContentModel, RecordType } from '@content-service/domain'
import {
  DELETED_AT,
  hidesTrash,
  isComposed,
  isLink,
  isMany,
  type Field,
} from '@content-service/domain/internal/model'
import { listCompleteFields, listLineFields, type Extent } from '@content-service/domain/internal/transfer'
import { USER_ROLES } from '@content-service/domain/internal/access'
import { sql } from 'kysely'
import { findColumnValue } from '../tables/column-values.ts'
import { nameJoiningTable } from '../tables/joining-table.ts'
import { selectVisible } from '../tables/visible-rows.ts'
import { toSnakeCase } from '../statements/rows.ts'
import { timeText, type Sql } from '../statements/sql.ts'
import { nameSql } from './history/record-names.ts'

export interface Source {
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

/** What an export has of a model. */
export interface Exported {
  readonly model: ContentModel
  readonly extent: Extent
}

/** The rows of a type that are content: not the ghost, and none of a hidden trash (C17.4) in a usual export. */
const selectKept = ({ model, extent }: Exported, type: RecordType): Sql => {
  const visible = selectVisible(model, type)
  if (type.custom?.ghostId !== undefined)
    return sql`(select * from ${sql.table(type.plural)} where id <> ${sql.lit(type.custom.ghostId)})`
  if (!hidesTrash(type) || extent === 'complete') return visible
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
}

/** C16.1: the names of the records to which the parts of a record link, by the name of the type and the id. */
const partNamesSql = (exported: Exported, type: RecordType): readonly Sql[] =>
  type.partLinks.map((link) => {
    const { toMany } = link.field
    const linked = exported.model.typeNamed(toMany.name)
    return sql`${sql.lit(toMany.name)}, (select json_object_agg(l.id::text, ${nameSql(linked, 'l')})
      from ${sql.table(nameJoiningTable(type, link))} j join ${selectKept(exported, linked)} l on l.id = j.linked_id
      where j.record_id = t.id)`
  })

/** An article can have 2 MB of text, and other records 1 MiB of JSON, so that one statement reads fewer rows. */
const LONG_TEXT = 100_000
const findPageSize = ({ attributes }: RecordType): number =>
  Object.values(attributes).some((field) => isComposed(field) || (field.schema.maxLength ?? 0) > LONG_TEXT)
    ? 20
    : 500

/** C14.2: the names of linked records, in their places. */
const namesSql = (exported: Exported, type: RecordType, name: string): Sql => {
  const link = type.manyLinks.find((each) => each.name === name)
  if (link === undefined) throw new Error(`${type.name} has no links ${name}`)
  const linked = exported.model.typeNamed(link.field.toMany.name)
  return sql`coalesce((select json_agg(${nameSql(linked, 'l')} order by j.place)
    from ${sql.table(nameJoiningTable(type, link))} j join ${selectKept(exported, linked)} l on l.id = j.linked_id
    where j.record_id = t.id), '[]')`
}

/** A derived value is null, and an import derives it again. */
const selectValue = (name: string, field: Field): Sql => {
  const value = findColumnValue(field).export(sql.ref(`t.${toSnakeCase(name)}`))
  if (field.derivation === undefined) return sql`${sql.lit(name)}, ${value}`
  const isDerived = sql.ref(`t.${toSnakeCase(field.derivation.flag)}`)
  return sql`${sql.lit(name)}, case when ${isDerived} then null else ${value} end`
}

/** C17.10: the members that only a complete export has. */
const listCompleteMembers = (type: RecordType): readonly Sql[] => [
  ...listCompleteFields(type).map(([name, field]) => selectValue(name, field)),
  ...(type.isFixed ? [] : [sql`'version', t.version`]),
]

const createSource = (exported: Exported, type: RecordType): Source => {
  const { model, extent } = exported
  const { word, isNumbered, isFixed, hasRef } = type
  const joins: Sql[] = []
  const members = listLineFields(type).map(([name, field]) => {
    const other = OTHER_MEMBERS[type.name]?.[name]
    if (other) return sql`${sql.lit(name)}, ${other}`
    if (isMany(field)) return sql`${sql.lit(name)}, ${namesSql(exported, type, name)}`
    if (!isLink(field)) return selectValue(name, field)
    const alias = `l${joins.length}`
    const [linked, id] = [
      selectKept(exported, model.typeNamed(field.to.name)),
      sql.ref(`t.${toSnakeCase(name)}_id`),
    ]
    joins.push(sql` left join ${linked} ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = ${id}`)
    return sql`${sql.lit(name)}, ${nameSql(model.typeNamed(field.to.name), alias)}`
  })
  const ref = hasRef ? [REF] : []
  const complete = extent === 'complete' ? listCompleteMembers(type) : []
  const dates = isFixed ? [] : [DATES]
  return {
    type,
    names: sql`json_build_object(${sql.join(partNamesSql(exported, type))})`,
    from: sql`${selectKept(exported, type)} t${sql.join(joins, sql``)}`,
    line: sql.join([sql`'type', ${sql.lit(word)}`, ...ref, ...members, ...complete, ...dates]),
    start: isNumbered ? 0 : BEFORE_ALL,
    page: findPageSize(type),
    omitted: [
      'role',
      DELETED_AT,
      ...listLineFields(type).flatMap(([name, { isOptional, derivation }]) =>
        isOptional || derivation !== undefined ? [] : [name],
      ),
    ],
  }
}

/** A line names only records of its own source or of an earlier source. */
export const listSources = (exported: Exported): readonly Source[] =>
  exported.model.linkedFirst.map((type) => createSource(exported, type))
