import type { Condition, Nested } from '../condition.ts'
import { InvalidPolicy, type Problem } from '../errors.ts'
import type { PolicyData } from '../policy.ts'
import { isAbout } from '../hierarchy.ts'
import { permissionsIn, resourceOf } from '../document.ts'
import type { Syntax } from './dialect.ts'
import type { Piece, Pieces } from './form.ts'

/** The columns of one table, each with the equal column of another table. */
type Columns = Readonly<Record<string, string>>

/** Related rows in a table: `{ table: 'users', on: { owner_id: 'id' } }`. */
export interface Relation {
  /** The name of the table, or its schema and its name. */
  readonly table: string | readonly [schema: string, name: string]
  /** The columns of the row, each with the equal column of the related row; of the row of `through`, if there is one. */
  readonly on: Columns
  /** A table between the rows: `{ table: 'article_tags', on: { id: 'article_id' } }`, with `on: { tag_id: 'id' }`. */
  readonly through?: Pick<Relation, 'table' | 'on'>
  /** The columns of attributes that have other names. */
  readonly columns?: Columns
  readonly relations?: Relations
}

/** The relations of a resource, each with its table. */
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
  const relation = place.relations[attribute] as Relation
  const inner = innerPlace(relation, place, syntax)
  const test = print(condition, inner)
  const from = fromPieces(relation, place, inner.depth, syntax)
  return negated
    ? ['not exists (', ...from, ' and (', ...test, ') is not true)']
    : ['exists (', ...from, ' and ', ...test, ')']
}

const aliasOf = (depth: number): string => `related_${depth}`

function innerPlace({ columns = {}, relations = {} }: Relation, { depth }: Place, { quote }: Syntax): Place {
  const outer = (column: string) => `${aliasOf(depth + 1)}.${quote(column)}`
  const column = (attribute: string) =>
    outer(Object.hasOwn(columns, attribute) ? (columns[attribute] as string) : attribute)
  return { column, outer, relations, depth: depth + 1 }
}

function fromPieces(
  { table, on, through }: Relation,
  { outer }: Place,
  depth: number,
  { quote }: Syntax,
): Pieces {
  const named = (given: Relation['table'], alias: string) => `${[given].flat().map(quote).join('.')} ${alias}`
  const alias = aliasOf(depth)
  const between = `between_${depth}`
  const equal = (left: (column: string) => Piece, right: string, columns: Columns): Pieces =>
    Object.entries(columns).flatMap(([a, b], i) => [i > 0 ? ' and ' : '', `${right}.${quote(b)} = `, left(a)])
  if (!through) return [`select 1 from ${named(table, alias)} where `, ...equal(outer, alias, on)]
  const joined = equal((column) => `${between}.${quote(column)}`, alias, on)
  const start = `select 1 from ${named(through.table, between)} join ${named(table, alias)} on `
  return [start, ...joined, ' where ', ...equal(outer, between, through.on)]
}

/** The relations of a condition that a mapping lacks, each as its path. */
function missingIn(condition: Condition, relations: Relations, path: string): readonly string[] {
  if ('conditions' in condition)
    return condition.conditions.flatMap((part) => missingIn(part, relations, path))
  if (condition.op === 'not') return missingIn(condition.condition, relations, path)
  if (condition.op === 'subject' || !('condition' in condition)) return []
  const { attribute } = condition
  if (!has(relations, attribute)) return [`${path}${attribute}`]
  return missingIn(condition.condition, relations[attribute]?.relations ?? {}, `${path}${attribute}.`)
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
  const problems: Problem[] = Object.keys(relations)
    .filter((resource) => !Object.hasOwn(document.resources, resource))
    .map((resource) => ({ path: `relations.${resource}`, message: `unknown resource "${resource}"` }))
  const permissions = permissionsIn(document)
  for (const [role, { rules }] of Object.entries(document.roles))
    for (const [i, rule] of rules.entries()) {
      const resources = new Set(permissions.filter((name) => isAbout(rule, name)).map(resourceOf))
      for (const resource of resources)
        for (const name of rule.when ? missingIn(rule.when, relations[resource] ?? {}, '') : [])
          problems.push({
            path: `roles.${role}.rules[${i}]`,
            message: `relations.${resource} lacks "${name}"`,
          })
    }
  if (problems.length) throw new InvalidPolicy(problems)
}
