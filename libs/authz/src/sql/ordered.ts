import {
  type ApplyFunction,
  type Comparison,
  type Order,
  isReference,
  isSearch,
} from '../engine/conditions/condition.ts'
import { relations } from '../engine/conditions/relation.ts'
import { unresolved } from '../engine/printer/unresolved.ts'
import { symbols, within } from './comparison.ts'
import type { Syntax } from './dialect.ts'
import { type Form, NOTHING, type Piece, type Sides, UNTESTABLE, guardBoth } from './form.ts'
import { typed } from './postgresql.ts'

/** The function of a comparison, if it is that of a kind of texts with an order. */
type Ordered = ApplyFunction & { readonly order: Order }

export const isOrdered = (apply: ApplyFunction | undefined): apply is Ordered => apply?.order !== undefined

/** A value that is equal implies that the column has one of the kind. */
function createSides(column: Piece, { type }: Order, syntax: Syntax): Sides {
  const guard = syntax.guardOrdered?.[type]?.(column)
  return {
    ...typed([column], type),
    ...(guard && { guard }),
    guardOf: (symbol) => (symbol === ' = ' ? undefined : guard),
  }
}

/** Only null is not in a list of values that are none of the kind. */
function writeList(column: Piece, values: readonly unknown[], apply: Ordered, sides: Sides): Form {
  const known = values.filter((value) => apply(value, relations.eq, value))
  const isKnown = values.every((value) => value === null || known.includes(value))
  if (known.length === 0) return isKnown ? NOTHING : UNTESTABLE
  const set = sides.set(known)
  const no = within(sides.left, { ...set, yes: set.no })
  const form = guardBoth(column, sides, [within(sides.left, set), no], symbols.eq)
  return isKnown ? form : { yes: form.yes, no: UNTESTABLE.no }
}

/**
 * The SQL of a comparison by a kind of texts with an order. The column has the type of the kind.
 * @throws {TypeError} for a database whose order is not that of the texts.
 */
export function writeOrdered(comparison: Comparison, apply: Ordered, column: Piece, syntax: Syntax): Form {
  const { op, attribute, by, value } = comparison
  if (!syntax.guardOrdered)
    throw new TypeError(
      `toSql compares "${attribute}" by ${by} in PostgreSQL alone; use the dialect postgresql.`,
    )
  if (op === 'contains' || op === 'isNull' || isSearch(op)) return UNTESTABLE
  const sides = createSides(column, apply.order, syntax)
  if (Array.isArray(value)) return op !== 'in' ? UNTESTABLE : writeList(column, value, apply, sides)
  if (isReference(value) ? !syntax.keepsReferences || op === 'in' : !apply(value, relations.eq, value)) {
    if (isReference(value)) throw unresolved(attribute, value)
    return value === null ? NOTHING : UNTESTABLE
  }
  const [yes, no] = symbols[op as keyof typeof symbols]
  const right = sides.right(value)
  return guardBoth(
    column,
    sides,
    [
      [...sides.left, yes, ...right],
      [...sides.left, no, ...right],
    ],
    [yes, no],
  )
}
