import type { Condition, Nested } from '../condition.ts'
import type { PolicyData } from '../policy.ts'
import { conditionsOf } from '../printer/check-mappings.ts'
import { refuse } from '../printer/visit.ts'
import type { Syntax } from './dialect.ts'
import type { Piece, Pieces } from './form.ts'

/** The columns of one table, each with the equal column of another table. */
type Columns = Readonly<Record<string, string>>

/** An object, or a list of objects, in a column with JSON: `{ json: 'meta' }`. */
export interface JsonRelation {
  readonly json: string
}

/** Related rows in a table: `{ table: 'users', on: { owner_id: 'id' } }`. */
export interface TableRelation {
  /** The name of the table, or its schema and its name, or a part that your template tag understands. */
  readonly table: string | readonly [schema: string, name: string] | { readonly value: unknown }
  /** The columns of the row, each with the equal column of the related row; of the row of `through`, if there is one. */
  readonly on: Columns
  /** A table between the rows: `{ table: 'article_tags', on: { id: 'article_id' } }`, with `on: { tag_id: 'id' }`. */
  readonly through?: Pick<TableRelation, 'table' | 'on' | 'column'>
  /** The columns of attributes that have other names. */
  readonly columns?: Columns
  /** Returns the SQL of a column of the table under an alias. The default is the quoted name. */
  readonly column?: (name: string, alias: string) => Piece
  readonly relations?: Relations
}

export type Relation = TableRelation | JsonRelation

/** The relations of a resource, each with its table or its column. */
export type Relations = Readonly<Record<string, Relation>>

/** The place of a condition: the columns and the relations of its row. */
export interface Place {
  readonly column: (attribute: string) => Piece
  /** The SQL of a column to which a related table refers. */
  readonly outer: (column: string) => Piece
  readonly relations: Relations
  readonly depth: number
}

type Print = (condition: Condition, place: Place) => Pieces

/** The SQL of the column, if an attribute is in a column with JSON. */
export function jsonColumn({ relations, outer }: Place, attribute: string): Piece | undefined {
  const relation = Object.hasOwn(relations, attribute) ? relations[attribute] : undefined
  return relation && 'json' in relation ? outer(relation.json) : undefined
}

const has = (relations: Relations, name: string): boolean => Object.hasOwn(relations, name)

/**
 * The SQL of a condition on related rows. A row is outside if the negation of the condition is not true for it: in SQL, an
 * unknown result is not false, so that `is not true` stands here instead of `not`.
 */
export function nestedPieces(
  { attribute = '', condition }: Nested,
  negated: boolean,
  place: Place,
  syntax: Syntax,
  print: Print,
): Pieces {
  if (!has(place.relations, attribute))
    throw new TypeError(`The relations of toSql lack "${attribute}"; add its table and columns.`)
  const relation = place.relations[attribute] as TableRelation
  const inner = innerPlace(relation, place, syntax)
  const test = print(condition, inner)
  const from = fromPieces(relation, place, inner.depth, syntax)
  return negated
    ? ['not exists (', ...from, ' and (', ...test, ') is not true)']
    : ['exists (', ...from, ' and ', ...test, ')']
}

const aliasOf = (depth: number): string => `related_${depth}`

const columnOf =
  ({ column }: Pick<TableRelation, 'column'>, alias: string, { quote }: Syntax) =>
  (name: string): Piece =>
    column ? column(name, alias) : `${alias}.${quote(name)}`

function innerPlace(relation: TableRelation, { depth }: Place, syntax: Syntax): Place {
  const { columns = {}, relations = {} } = relation
  const outer = columnOf(relation, aliasOf(depth + 1), syntax)
  const column = (attribute: string) =>
    outer(Object.hasOwn(columns, attribute) ? (columns[attribute] as string) : attribute)
  return { column, outer, relations, depth: depth + 1 }
}

/** The name of a table, and its alias, each after a space. */
function named(table: TableRelation['table'], alias: string, { quote }: Syntax): Pieces {
  const name = typeof table === 'object' && 'value' in table ? table : [table].flat().map(quote).join('.')
  return [' ', name, ` ${alias}`]
}

type ColumnOf = (name: string) => Piece

const equal = (left: ColumnOf, right: ColumnOf, columns: Columns): Pieces =>
  Object.entries(columns).flatMap(([a, b], i) => [i > 0 ? ' and ' : '', right(b), ' = ', left(a)])

function fromPieces(relation: TableRelation, { outer }: Place, depth: number, syntax: Syntax): Pieces {
  const { table, on, through } = relation
  const alias = aliasOf(depth)
  const own = columnOf(relation, alias, syntax)
  if (!through) return ['select 1 from', ...named(table, alias, syntax), ' where ', ...equal(outer, own, on)]
  const between = `between_${depth}`
  const middle = columnOf(through, between, syntax)
  const start = ['select 1 from', ...named(through.table, between, syntax), ' join']
  return [
    ...[...start, ...named(table, alias, syntax), ' on ', ...equal(middle, own, on)],
    ...[' where ', ...equal(outer, middle, through.on)],
  ]
}

/** The relations of a condition that a mapping lacks, each as its path. */
function missingIn(condition: Condition, relations: Relations, path: string): readonly string[] {
  if ('conditions' in condition)
    return condition.conditions.flatMap((part) => missingIn(part, relations, path))
  if (condition.op === 'not') return missingIn(condition.condition, relations, path)
  if (condition.op === 'subject' || !('condition' in condition)) return []
  const { attribute } = condition
  if (!has(relations, attribute)) return [`${path}${attribute}`]
  const relation = relations[attribute]
  if (relation && 'json' in relation) return []
  return missingIn(condition.condition, relation?.relations ?? {}, `${path}${attribute}.`)
}

/**
 * Checks the relations of each resource against the rules of a policy: `checkRelations(policy, { articles: relations })`.
 * Call it where you make the policy.
 * @throws {InvalidPolicy} with each resource that the policy lacks, and each relation of a rule that the mapping lacks.
 */
export function checkRelations(
  { document }: PolicyData,
  relations: Readonly<Record<string, Relations>>,
): void {
  const unknown = Object.keys(relations)
    .filter((resource) => !Object.hasOwn(document.resources, resource))
    .map((resource) => ({ path: `relations.${resource}`, message: `unknown resource "${resource}"` }))
  const missing = conditionsOf(document).flatMap(({ path, when, resources }) =>
    resources.flatMap((resource) =>
      missingIn(when, relations[resource] ?? {}, '').map((name) => ({
        path,
        message: `relations.${resource} lacks "${name}"`,
      })),
    ),
  )
  refuse([...unknown, ...missing])
}
