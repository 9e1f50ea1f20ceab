import { type Comparison, type Condition, type Nested, hasInner } from '../engine/conditions/condition.ts'
import type { PolicyData } from '../engine/policy/policy.ts'
import { checkMappings } from '../engine/printer/check-mappings.ts'
import { type Checked, type Part, findProblems } from '../engine/printer/visit.ts'
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
  /** Whether a row has at most one related row, or a list of them. `isNull` needs it: a list is never null. */
  readonly to?: 'one' | 'many'
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
export function findJsonColumn({ relations, outer }: Place, attribute: string): Piece | undefined {
  const relation = Object.hasOwn(relations, attribute) ? relations[attribute] : undefined
  return relation && 'json' in relation ? outer(relation.json) : undefined
}

/** Why a comparison with a relation is refused. */
export const NO_COLUMN =
  "is a relation, not a column; for isNull, say whether it is a list (to: 'one' or 'many'), or compare the column of its key"

const has = (relations: Relations, name: string): boolean => Object.hasOwn(relations, name)

/**
 * The SQL of a condition on related rows. A row is outside if the negation of the condition is not true for it: in SQL, an
 * unknown result is not false, so that `is not true` stands here instead of `not`.
 */
export function writeNested(
  { attribute = '', condition }: Nested,
  negated: boolean,
  place: Place,
  syntax: Syntax,
  print: Print,
): Pieces {
  if (!has(place.relations, attribute))
    throw new TypeError(`The relations of toSql lack "${attribute}"; add its table and columns.`)
  const relation = place.relations[attribute] as TableRelation
  const inner = createInnerPlace(relation, place, syntax)
  const test = print(condition, inner)
  const from = writeFrom(relation, place, inner.depth, syntax)
  return negated
    ? ['not exists (', ...from, ' and (', ...test, ') is not true)']
    : ['exists (', ...from, ' and ', ...test, ')']
}

/** Whether a comparison with a relation is possible: `isNull` is, if the mapping says whether the relation is a list. */
export const isNullable = ({ op }: Comparison, { to }: Pick<TableRelation, 'to'>): boolean =>
  op === 'isNull' && to !== undefined

/** The SQL of `isNull` of a relation. */
export function writeNull(comparison: Comparison, negated: boolean, place: Place, syntax: Syntax): Pieces {
  const relation = place.relations[comparison.attribute] as TableRelation
  if (!isNullable(comparison, relation)) throw new TypeError(`"${comparison.attribute}" ${NO_COLUMN}.`)
  if (relation.to === 'many') return [String(negated)]
  const { depth } = createInnerPlace(relation, place, syntax)
  return [negated ? 'exists (' : 'not exists (', ...writeFrom(relation, place, depth, syntax), ')']
}

const nameAlias = (depth: number): string => `related_${depth}`

const createColumns =
  ({ column }: Pick<TableRelation, 'column'>, alias: string, { quote }: Syntax) =>
  (name: string): Piece =>
    column ? column(name, alias) : `${alias}.${quote(name)}`

function createInnerPlace(relation: TableRelation, { depth }: Place, syntax: Syntax): Place {
  const { columns = {}, relations = {} } = relation
  const outer = createColumns(relation, nameAlias(depth + 1), syntax)
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

function writeFrom(relation: TableRelation, { outer }: Place, depth: number, syntax: Syntax): Pieces {
  const { table, on, through } = relation
  const alias = nameAlias(depth)
  const own = createColumns(relation, alias, syntax)
  if (!through) return ['select 1 from', ...named(table, alias, syntax), ' where ', ...equal(outer, own, on)]
  const between = `between_${depth}`
  const middle = createColumns(through, between, syntax)
  const start = ['select 1 from', ...named(through.table, between, syntax), ' join']
  return [
    ...[...start, ...named(table, alias, syntax), ' on ', ...equal(middle, own, on)],
    ...[' where ', ...equal(outer, middle, through.on)],
  ]
}

type Mapping = Pick<TableRelation, 'relations'>

/** Why the mapping does not fit a part of a condition, or the mapping of the related rows. Their columns need no mapping. */
function checkPart(part: Part, { relations = {} }: Mapping): Checked<Mapping> {
  const relation = has(relations, part.attribute) ? relations[part.attribute] : undefined
  if (relation && 'json' in relation) return {}
  if (hasInner(part)) return relation ? { inner: relation } : { message: 'the relations lack this name' }
  return relation && !isNullable(part, relation) ? { message: NO_COLUMN } : {}
}

/**
 * Checks the relations of each resource against the rules of a policy: `checkRelations(policy, { articles: relations })`.
 * Call it where you make the policy.
 * @throws {InvalidPolicy} with each resource that the policy lacks, and each relation of a rule that the mapping lacks.
 */
export const checkRelations = (policy: PolicyData, relations: Readonly<Record<string, Relations>>): void =>
  checkMappings(
    policy,
    // The rules of a resource without relations can name none.
    { ...Object.fromEntries(Object.keys(policy.document.resources).map((name) => [name, {}])), ...relations },
    'relations',
    () => [],
    (condition, given) => findProblems(condition, { relations: given }, checkPart),
  )
