import { type Condition, type Reference, type Scalar, isReference } from '../condition.ts'
import type { Piece, Syntax } from './dialect.ts'

// Each comparison and its negation.
const symbols = {
  eq: ['=', '<>'],
  lt: ['<', '>='],
  lte: ['<=', '>'],
  gt: ['>', '<='],
  gte: ['>=', '<'],
} as const

type Column = (attribute: string) => Piece

const unresolved = (attribute: string, { subject }: Reference) =>
  new TypeError(
    `The condition compares "${attribute}" with "${subject}" of a subject. Use policy.filter(subject, …) to replace it with a value.`,
  )

const scalar = (value: unknown, attribute: string, { keepsReferences }: Syntax): Scalar | Reference => {
  if (!isReference(value)) return value as Scalar
  if (keepsReferences) return value
  throw unresolved(attribute, value)
}

/** The number of values in a list is a part of the SQL, so that a reference cannot take the place of a list. */
const listed = (value: unknown, attribute: string): Scalar => {
  if (isReference(value)) throw unresolved(attribute, value)
  return value as Scalar
}

const hasOrder = (value: Scalar | Reference) => typeof value !== 'string' && typeof value !== 'boolean'

/**
 * The SQL of a condition or of its negation. In SQL, a comparison with null is unknown, and its NOT is unknown too. So
 * this function moves negations down to the comparisons and adds `is null` there.
 */
export function piecesOf(condition: Condition, negated: boolean, syntax: Syntax, column: Column): Piece[] {
  switch (condition.op) {
    case 'not':
      return piecesOf(condition.condition, !negated, syntax, column)
    case 'and':
    case 'or': {
      const all = (condition.op === 'and') !== negated
      const parts = condition.conditions.map((inner) => piecesOf(inner, negated, syntax, column))
      if (parts.length === 0) return [String(all)]
      return ['(', ...parts.flatMap((part, i) => (i > 0 ? [all ? ' and ' : ' or ', ...part] : part)), ')']
    }
    case 'isNull':
      return [column(condition.attribute), ` is ${negated ? 'not null' : 'null'}`]
    case 'in': {
      const { attribute, value } = condition
      const list = Array.isArray(value) ? value : [listed(value, attribute)]
      return oneOf(list, negated, syntax, column(attribute))
    }
    default:
      return comparison(
        condition.op,
        scalar(condition.value, condition.attribute, syntax),
        negated,
        syntax,
        column(condition.attribute),
      )
  }
}

const orNull = (pieces: readonly Piece[], negated: boolean, column: Piece): Piece[] =>
  negated ? ['(', ...pieces, ' or ', column, ' is null)'] : [...pieces]

function oneOf(list: readonly Scalar[], negated: boolean, syntax: Syntax, column: Piece): Piece[] {
  if (list.length === 0) return [String(negated)]
  const left = list.some((value) => typeof value === 'string') ? syntax.exactly(column) : [column]
  const values = list.flatMap((value, i): Piece[] => (i > 0 ? [', ', { value }] : [{ value }]))
  return orNull([...left, negated ? ' not in (' : ' in (', ...values, ')'], negated, column)
}

function comparison(
  op: keyof typeof symbols | 'contains',
  value: Scalar | Reference,
  negated: boolean,
  syntax: Syntax,
  column: Piece,
): Piece[] {
  if (op === 'contains') {
    const pieces = syntax.contains(column, value)
    return negated ? ['not coalesce(', ...pieces, ', false)'] : [...pieces]
  }
  // Only numbers, bigints and dates have an order, because JavaScript and SQL sort text differently.
  if (op !== 'eq' && !hasOrder(value)) return [String(negated)]
  const left = typeof value === 'string' ? syntax.exactly(column) : [column]
  return orNull([...left, ` ${symbols[op][negated ? 1 : 0]} `, { value }], negated, column)
}
