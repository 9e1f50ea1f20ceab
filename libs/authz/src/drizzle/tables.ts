import type { Relation, Relations } from '../sql/relations.ts'
import { type DrizzleColumn, isJson } from './columns.ts'
import type { SqlTag } from './values.ts'

/** Related rows in a table of Drizzle: `{ table: users, on: { ownerId: 'id' } }`. */
export interface DrizzleRelation {
  readonly table: object
  /** The columns of the row, each with the equal column of the related row; of the row of `through`, if there is one. */
  readonly on: Readonly<Record<string, string>>
  /** Whether a row has at most one related row, or a list of them. `isNull` needs it: a list is never null. */
  readonly to?: 'one' | 'many'
  /** A table between the rows: `{ table: taggings, on: { id: 'articleId' } }`, with `on: { tagId: 'id' }`. */
  readonly through?: Pick<DrizzleRelation, 'table' | 'on'>
  readonly relations?: DrizzleRelations
}

export type DrizzleRelations = Readonly<Record<string, DrizzleRelation>>

/** A table and its relations. */
export interface Scope {
  readonly table: object
  readonly relations?: DrizzleRelations
}

/** Drizzle keeps these members of a table under symbols. */
const COLUMNS = Symbol.for('drizzle:Columns')
const NAME = Symbol.for('drizzle:Name')
const IS_ALIAS = Symbol.for('drizzle:IsAlias')

type Columns = Readonly<Record<string, DrizzleColumn>>

const readColumns = (table: object): Columns => (table as { readonly [COLUMNS]?: Columns })[COLUMNS] ?? {}

export const listColumns = (table: object): readonly DrizzleColumn[] => Object.values(readColumns(table))

export const findColumn = (table: object, name: string): DrizzleColumn | undefined =>
  Object.hasOwn(readColumns(table), name) ? readColumns(table)[name] : undefined

export const findRelation = ({ relations = {} }: Scope, name: string): DrizzleRelation | undefined =>
  Object.hasOwn(relations, name) ? relations[name] : undefined

/** The column in a form that PostgreSQL can compare with texts. */
export function writeColumn<Query>(column: DrizzleColumn | undefined, sql: SqlTag<Query>): unknown {
  return column?.columnType === 'PgEnumColumn' ? sql`${column}::text` : column
}

/** The column of the table under an alias. */
function aliased(table: object, name: string, alias: string): DrizzleColumn | undefined {
  const column = findColumn(table, name)
  const given = Object.create(table, { [NAME]: { value: alias }, [IS_ALIAS]: { value: true } })
  return column && Object.create(column, { table: { value: given } })
}

/**
 * The columns with JSON and the relations in the form that /sql prints. Relations can contain themselves: /sql reads those
 * that a condition names.
 */
export const toRelations = <Query>({ table, relations }: Scope, sql: SqlTag<Query>): Relations => ({
  ...listJson(table),
  ...Object.fromEntries(
    Object.entries(relations ?? {}).map(([name, relation]) => [name, toRelation(relation, sql)]),
  ),
})

const listJson = (table: object): Relations =>
  Object.fromEntries(
    Object.entries(readColumns(table)).flatMap(([json, column]) =>
      isJson(column) ? [[json, { json }]] : [],
    ),
  )

const toRelation = <Query>(relation: DrizzleRelation, sql: SqlTag<Query>): Relation => {
  const { table, on, to, through } = relation
  return {
    ...place(table, on, sql),
    ...(to && { to }),
    ...(through && { through: place(through.table, through.on, sql) }),
    get relations() {
      return toRelations(relation, sql)
    },
  }
}

const place = <Query>(table: object, on: DrizzleRelation['on'], sql: SqlTag<Query>) => ({
  table: { value: table },
  on,
  column: (name: string, alias: string) => ({ value: writeColumn(aliased(table, name, alias), sql) }),
})
