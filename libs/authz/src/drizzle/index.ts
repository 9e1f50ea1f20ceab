import {
  type Comparison,
  type Condition,
  IMPLEMENTATION,
  type Sibling,
  isSearch,
  isSibling,
  hasInner,
} from '../engine/conditions/condition.ts'
import type { Problem } from '../engine/errors.ts'
import { type Filter, toCondition } from '../engine/decisions/filter.ts'
import type { PolicyData } from '../engine/policy/policy.ts'
import { checkMappings } from '../engine/printer/check-mappings.ts'
import { type Checked, type Part, mapComparisons, findProblems, refuse } from '../engine/printer/visit.ts'
import type { Piece } from '../sql/form.ts'
import { quoteName, toFragment } from '../sql/index.ts'
import { NO_COLUMN, isNullable } from '../sql/relations.ts'
import { findDialect, isJson, findKind, isOfType } from './columns.ts'
import {
  type DrizzleRelation,
  type DrizzleRelations,
  type Scope,
  findColumn,
  findRelation,
  listColumns,
  toRelations,
  writeColumn,
} from './tables.ts'
import { type SqlTag, encodeOperand, toDriverValue } from './values.ts'

export type { DrizzleRelation, DrizzleRelations } from './tables.ts'
export type { SqlTag } from './values.ts'

export interface DrizzleOptions<Query> {
  readonly sql: SqlTag<Query>
  /** The tables of related rows, which conditions name: `{ owner: { table: users, on: { ownerId: 'id' } } }`. */
  readonly relations?: DrizzleRelations
}

/**
 * A filter or condition as SQL of Drizzle, for `where`: `toDrizzle(policy.filter(user, 'articles:read'), articles, { sql })`.
 * An attribute is the name of a column in TypeScript. The SQL selects a row exactly if the condition is true for the row in
 * JavaScript.
 * @throws {InvalidPolicy} if a table lacks a column, or if a comparison with the column cannot be exact.
 * @throws {TypeError} if the condition still contains a reference to a subject.
 */
export function toDrizzle<Query>(
  given: Filter | Condition,
  table: object,
  { sql, relations = {} }: DrizzleOptions<Query>,
): Query {
  const condition = toCondition(given)
  const scope = { table, relations }
  refuse([...checkScope(scope, ''), ...checkCondition(condition, scope)])
  const [dialect] = listColumns(table).flatMap((column) => findDialect(column) ?? [])
  const { strings, values } = toFragment(mapComparisons<Scope>(condition, scope, fit, enter), {
    ...(dialect && { dialect }),
    relations: toRelations(scope, sql),
    call: (name, column) => ({ value: callFunction(name, column, sql) }),
    column: (attribute) => ({ value: writeColumn(findColumn(table, attribute), sql) }),
  })
  return sql(strings, ...values.map((value) => toDriverValue(value, sql)))
}

/**
 * Checks the relations, and the conditions of all rules against the tables of their resources:
 * `checkDrizzle(policy, { articles: { table: articles, relations } })`. Call it where you make the policy.
 * @throws {InvalidPolicy} with all problems.
 */
export const checkDrizzle = (policy: PolicyData, tables: Readonly<Record<string, Scope>>): void =>
  checkMappings(policy, tables, 'tables', (scope) => checkScope(scope, ''), checkCondition)

/** The columns that a relation names, and a table does not have. Relations can contain themselves. */
function checkScope(scope: Scope, path: string, seen = new Set<object>()): readonly Problem[] {
  const { table, relations = {} } = scope
  if (seen.has(relations)) return []
  seen.add(relations)
  const isTable = listColumns(table).some(findDialect)
  if (!isTable) return [{ path: `${path}table`, message: 'no table of PostgreSQL, SQLite or MySQL' }]
  return Object.entries(relations).flatMap(([name, relation]) => {
    const at = `${path}${name}.`
    const inner = checkScope(relation, at, seen)
    return [...inner, ...lackingColumns(table, relation).map((message) => ({ path: `${at}on`, message }))]
  })
}

function lackingColumns(outer: object, { table, on, through }: DrizzleRelation): readonly string[] {
  const lacks = (given: object, names: readonly string[]) =>
    names.filter((name) => !findColumn(given, name)).map((name) => `the table has no column "${name}"`)
  const between = through
    ? [...lacks(outer, Object.keys(through.on)), ...lacks(through.table, Object.values(through.on))]
    : []
  return [...between, ...lacks(through?.table ?? outer, Object.keys(on)), ...lacks(table, Object.values(on))]
}

const checkCondition = (condition: Condition, scope: Scope): readonly Problem[] =>
  findProblems(condition, scope, checkPart)

/** The attributes in a column with JSON, which have any names and types. */
const JSON_SCOPE: Scope = { table: {} }

function checkPart(part: Part, scope: Scope): Checked<Scope> {
  const relation = findRelation(scope, part.attribute)
  const column = findColumn(scope.table, part.attribute)
  if (!relation && (scope === JSON_SCOPE || (column && isJson(column)))) return checkJson(part)
  if (hasInner(part)) return relation ? { inner: relation } : { message: 'the relations lack this name' }
  if (relation) return isNullable(part, relation) ? {} : { message: NO_COLUMN }
  if (!column) return { message: 'the table has no such column' }
  if (part.op === 'isNull') return {}
  const order = part[IMPLEMENTATION]?.order
  if (order)
    return isOfType(column, order.type) ? {} : { message: `the column is no ${order.type} of PostgreSQL` }
  const found = findKind(column, part.kind)
  if (typeof found === 'string') return { message: found }
  return isSibling(part.value) ? checkSibling(part.value, scope) : {}
}

function checkSibling({ attribute, kind }: Sibling, { table }: Scope): Checked<Scope> {
  const column = findColumn(table, attribute)
  const found = column ? findKind(column, kind) : `the table has no column "${attribute}"`
  return typeof found === 'string' ? { message: found } : {}
}

function checkJson(part: Part): Checked<Scope> {
  if ('kind' in part && /^(timestamp|date)$/.test(`${part.kind}`))
    return { message: `JSON has no times, and the kind is ${part.kind}` }
  const isKnown = hasInner(part) || !(part.by || isSibling(part.value) || isSearch(part.op))
  return isKnown ? { inner: JSON_SCOPE } : { message: `toSql has no ${part.op} for this inside of JSON` }
}

/** A call of a text function. A template tag reads `raw`. */
function callFunction<Query>(name: string, column: Piece, sql: SqlTag<Query>): Query {
  const parts = [`${quoteName(name, 'postgresql')}(`, ')']
  const value = typeof column === 'string' ? column : column.value
  return sql(Object.assign(parts, { raw: parts }) as unknown as TemplateStringsArray, value)
}

const enter = (attribute: string, scope: Scope): Scope => findRelation(scope, attribute) ?? JSON_SCOPE

/** The comparison with the kind of its column, and with a value as the column stores it. */
function fit(comparison: Comparison, { table }: Scope): Comparison {
  const { attribute, op, kind, value } = comparison
  const column = findColumn(table, attribute)
  const found = column && op !== 'isNull' ? findKind(column, kind) : undefined
  if (!column || typeof found !== 'object') return comparison
  if (!isSibling(value)) return encodeOperand({ ...comparison, kind: found.kind } as Comparison, column)
  const other = findColumn(table, value.attribute)
  const sibling = other && findKind(other, value.kind)
  return {
    ...comparison,
    kind: found.kind,
    value: { ...value, ...(typeof sibling === 'object' && sibling) },
  } as Comparison
}
