import type { Comparison, Condition } from '@content-service/authz'
import {
  DATE,
  NUMBER,
  TEXT,
  always,
  classify,
  join,
  negate,
  never,
  own,
} from '@content-service/authz/conditions'
import { type Ast, ITSELF, freeze } from './ast.ts'
import { Inexact, display } from './errors.ts'
import { compareValues } from './values.ts'

/** A comparison with an attribute of one object. */
type Compare = (attribute: string, value: unknown, refuse: (reason: string) => never) => Condition

/** A date can change, and it must not change the rule. */
const condition = (op: Comparison['op'], attribute: string, value?: unknown): Condition =>
  freeze({ op, attribute, ...(value !== undefined && { value: freeze(own(value)) }) } as Comparison)

const isNull = (attribute: string): Condition => condition('isNull', attribute)

/** No column has these values, and they equal nothing. */
const isNoValue = (value: unknown): boolean =>
  value === undefined || (classify(value) === 0 && (typeof value === 'number' || value instanceof Date))

/** In these rules, null equals null. */
const equals: Compare = (attribute, value, refuse) => {
  if (value === null) return isNull(attribute)
  if (isNoValue(value)) return never
  return classify(value) >= TEXT
    ? condition('eq', attribute, value)
    : refuse(`a comparison with ${display(value)}`)
}

const within: Compare = (attribute, value, refuse) => {
  const given = value as readonly unknown[]
  const values = given.filter((item) => equals(attribute, item, refuse) !== never && item !== null)
  if (new Set(values.map(classify)).size > 1) refuse('a list of values of two kinds')
  return join('or', [
    ...(given.includes(null) ? [isNull(attribute)] : []),
    values.length > 0 ? condition('in', attribute, values) : never,
  ])
}

const containsAll: Compare = (attribute, value, refuse) => {
  const values = value as readonly unknown[]
  if (values.length === 0 || !values.every((item) => classify(item) >= TEXT)) refuse('a list of these values')
  return join(
    'and',
    values.map((item) => condition('contains', attribute, item)),
  )
}

/** In JavaScript, null is less than most values: `null > 5` and `null === 5` are false. */
const ordered =
  (op: 'lt' | 'lte' | 'gt' | 'gte', isWanted: (order: number) => boolean): Compare =>
  (attribute, value, refuse) => {
    const group = classify(value)
    if (group !== NUMBER && group !== DATE) refuse(`the order of ${display(value)}`)
    const compared = condition(op, attribute, value)
    return isWanted(compareValues(null, value)) ? join('or', [isNull(attribute), compared]) : compared
  }

const comparisons: Readonly<Record<string, Compare>> = {
  eq: equals,
  in: within,
  all: containsAll,
  lt: ordered('lt', (order) => order < 0),
  lte: ordered('lte', (order) => order <= 0),
  gt: ordered('gt', (order) => order > 0),
  gte: ordered('gte', (order) => order >= 0),
}

const inside = (path: readonly string[], inner: Condition): Condition =>
  inner === never
    ? never
    : path.reduceRight<Condition>(
        (part, attribute) => freeze({ op: 'is', attribute, condition: part }),
        inner,
      )

/** Operators about the object or the list of objects at a field. */
const nested: Readonly<Record<string, 'is' | 'some'>> = { elemMatch: 'some', is: 'is' }

const negations: Readonly<Record<string, string>> = { ne: 'eq', nin: 'in' }

/** Whether the operator is true for an attribute that is absent, because an object of its path is null. */
const matchesAbsent: Readonly<Record<string, (value: unknown) => boolean>> = {
  eq: (value) => value === undefined,
  in: (values) => (values as readonly unknown[]).includes(undefined),
  lt: () => true,
  lte: () => true,
}

const junctions: Readonly<Record<string, (parts: readonly Condition[]) => Condition>> = {
  and: (parts) => join('and', parts),
  or: (parts) => join('or', parts),
  nor: (parts) => negate(join('or', parts)),
  not: ([part = never]) => negate(part),
}

/** The condition of one object, about which `ast` is. */
function compareField(ast: Ast, field: string, translate: (ast: Ast) => Condition): Condition {
  const { operator, value } = ast
  const positive = Object.hasOwn(negations, operator) ? negations[operator] : undefined
  if (positive) return negate(compareField({ ...ast, operator: positive }, field, translate))
  const refuse = (reason: string): never => {
    throw new Inexact(`No condition of the engine expresses ${reason}, by "${operator}" of "${field}"`)
  }
  const path = field.split('.')
  const attribute = path.pop() ?? ''
  if (field === ITSELF || attribute === '' || path.includes('')) refuse('this attribute')
  if (!path.concat(attribute).every((name) => Number.isNaN(Number(name)))) refuse('the place in a list')
  const op = Object.hasOwn(nested, operator) ? nested[operator] : undefined
  if (op) return inside(path, freeze({ op, attribute, condition: translate(value as Ast) }))
  const compare = Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined
  const compared = inside(path, (compare ?? refuse('this operator'))(attribute, value, refuse))
  return path.length > 0 && matchesAbsent[operator]?.(value)
    ? join('or', [negate(inside(path, always)), compared])
    : compared
}

/**
 * The condition of the engine that is true for the same objects, if each object has all attributes that are compared, each null
 * or of the kind of the values.
 * @throws {Inexact} if there is none. `isForeign` names operators of another package.
 */
export function toCondition(ast: Ast, isForeign = (_operator: string) => false): Condition {
  const translate = (part: Ast): Condition => {
    const { operator, field, value } = part
    if (isForeign(operator)) throw new Inexact(`The operator "${operator}" is not one of this package`)
    if (field !== undefined) return compareField(part, field, translate)
    const joined = Object.hasOwn(junctions, operator) ? junctions[operator] : undefined
    if (!joined) throw new Inexact(`No condition of the engine expresses the operator "${operator}"`)
    return joined((value as readonly Ast[]).map(translate))
  }
  return translate(ast)
}
