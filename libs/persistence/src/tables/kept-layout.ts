import {
  isLink,
  JOINED,
  leadsToUser,
  listJoined,
  nameJoins,
  type Collection,
  type Field,
  type JoinedLink,
  type KeptType,
} from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import { toSnakeCase } from '../statements/rows.ts'
import type { Sql } from '../statements/sql.ts'
import { findIdType } from './joining-table.ts'
import { listLongFields, type Column, type Layout } from './layouts.ts'
import { findKeptTable, type KeptTable } from './kept-table.ts'

const MOST_ID = 2_147_483_647
const UUID = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'

/** An id in JSON. A field can have been of another kind, and a cast of its values would end the statement. */
const readId = (value: Sql, type: ReturnType<typeof findIdType>): Sql =>
  type === 'uuid'
    ? sql`case when ${value} #>> '{}' ~ ${sql.lit(UUID)} then (${value} #>> '{}')::uuid end`
    : sql`case when jsonb_typeof(${value}) = 'number' then
        case when ${value}::numeric between 1 and ${sql.lit(MOST_ID)} then ${value}::numeric::integer end end`

/** The value of an attribute, as JSON. Links are ids, by which they find their records. */
export const readContent =
  ({ contents }: KeptTable, name: string, field: Field): Column =>
  (alias) => {
    const values = contents.map((column) => sql`(${sql.id(alias, column)} -> ${sql.lit(name)})`)
    const [value = sql`null`] = values
    // A field of a revision can have been long or short when its value was kept.
    return isLink(field)
      ? readId(value, leadsToUser(field) ? 'integer' : 'uuid')
      : sql`coalesce(${sql.join([...values, sql`null`])})`
  }

const selectRows = ({ name, isOfType }: KeptTable): Sql =>
  sql`(select * from ${sql.id(name)} where ${isOfType})`

/** C17.6: the names of the fields that a draft has. */
const listNames: Column = (alias) =>
  sql`(select coalesce(jsonb_agg(name), '[]') from jsonb_object_keys(${sql.id(alias, 'contents')}) name)`

/** The kept values of a type. */
const createKeptLayout = (type: KeptType): Layout => {
  const table = findKeptTable(type)
  const others = Object.entries(type.attributes).filter(([name]) => !table.columns.includes(name))
  return {
    name: table.name,
    ...(table.isShared && { visible: selectRows(table) }),
    derived: {
      recordId: (alias) => sql.id(alias, table.record),
      ...Object.fromEntries(others.map(([name, field]) => [name, readContent(table, name, field)])),
      ...(type.keptAs === 'draft' && { changes: listNames }),
    },
    dates: [table.time],
    long: listLongFields(type),
  }
}

/** The pairs of a kept version and a linked record, in the order of the links. */
export const selectPairs = (type: KeptType, link: JoinedLink): Sql => {
  const table = findKeptTable(type)
  const ids = sql`(r.contents -> ${sql.lit(link.attribute)})`
  const [record, linked] = [JOINED.record, JOINED.linked].map((name) => sql.id(toSnakeCase(name)))
  return sql`(select r.id as ${record}, ${readId(sql`ids.value`, findIdType(link))} as ${linked}, ids.place
      from ${sql.id(table.name)} r, jsonb_array_elements(
        case when jsonb_typeof(${ids}) = 'array' then ${ids} else '[]' end
      ) with ordinality ids (value, place) where ${table.isOfType})`
}

/** The layouts of the kept values of a type, and of their links. */
export const listKeptLayouts = (type: KeptType): readonly (readonly [Collection, Layout])[] => [
  [type.plural, createKeptLayout(type)],
  ...listJoined(type).map((link) => {
    const { name } = findKeptTable(type)
    return [nameJoins(type, link), { name, visible: selectPairs(type, link), dates: [] }] as const
  }),
]
