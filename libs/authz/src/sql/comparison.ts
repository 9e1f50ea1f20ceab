import { type Comparison, type Reference, isReference, isSearch } from '../engine/conditions/condition.ts'
import { classOfKind } from '../engine/conditions/kind.ts'
import { isForeign } from '../engine/roles/resolve.ts'
import { NULL, NUMBER, TEXT, classify } from '../engine/conditions/value.ts'
import type { Syntax } from './dialect.ts'
import {
  type Compared,
  type Form,
  NOTHING,
  type Piece,
  type Pieces,
  type Sides,
  UNTESTABLE,
  constant,
  either,
  guardBoth,
  listed,
  mismatch,
} from './form.ts'
import { unresolved } from '../engine/printer/unresolved.ts'
import { snap } from './snap.ts'

// Each comparison and its negation.
export const symbols = {
  eq: [' = ', ' <> '],
  lt: [' < ', ' >= '],
  lte: [' <= ', ' > '],
  gt: [' > ', ' <= '],
  gte: [' >= ', ' < '],
} as const

/** The error for a condition that only `policy.filter` can decide. */
export const within = (left: Pieces, { yes, values }: ReturnType<Sides['set']>): Pieces => [
  ...left,
  yes,
  ...values,
]

/** A list of values of one class. */
function writeList(given: Compared, syntax: Syntax): Form {
  const { column, kind, values } = given
  const possible = values.flatMap((value) => {
    const snapped = snap('in', value, given.group, kind, syntax.limits)
    return typeof snapped === 'boolean' ? [] : [snapped[1]]
  })
  const sides = syntax.sides({ ...given, values: possible })
  if (!sides) return mismatch(column)
  if (possible.length === 0) return constant(false, column, sides.guard)
  const set = sides.set(possible)
  const { indexed } = sides
  const test = within(sides.left, set)
  const yes = indexed ? ['(', ...within(indexed.left, indexed.set(possible)), ' and ', ...test, ')'] : test
  return guardBoth(column, sides, [yes, within(sides.left, { ...set, yes: set.no })], symbols.eq)
}

function writeScalar(given: Compared, syntax: Syntax): Form {
  const { column, op, group, kind, values } = given
  const snapped = snap(op, values[0], group, kind, syntax.limits)
  const [nearOp, value] = typeof snapped === 'boolean' ? [op, ''] : snapped
  const sides = syntax.sides({ ...given, op: nearOp, values: typeof snapped === 'boolean' ? [] : [value] })
  if (!sides) return mismatch(column)
  if (typeof snapped === 'boolean') return constant(snapped, column, sides.guard)
  const right = sides.right(value)
  const [yes, no] = symbols[nearOp as keyof typeof symbols]
  const test = [...sides.left, yes, ...right]
  const { indexed } = sides
  const narrow =
    indexed && op === 'eq'
      ? ['(', ...indexed.left, yes, ...indexed.right(value), ' and ', ...test, ')']
      : test
  return guardBoth(column, sides, [narrow, [...sides.left, no, ...right]], [yes, no])
}

function writeContains(given: Compared, syntax: Syntax): Form {
  const { column, group, kind, values } = given
  if (kind && !kind.endsWith('Array')) return mismatch(column)
  if (kind && classOfKind(kind) !== group) return syntax.contains({ ...given, values: [] })
  const snapped = snap('contains', values[0], group, kind, syntax.limits)
  if (typeof snapped !== 'boolean') return syntax.contains({ ...given, values: [snapped[1]] })
  return kind ? NOTHING : syntax.contains({ ...given, values: [] })
}

function writeSearch(given: Compared, syntax: Syntax): Form {
  const { column, op, group, kind, values } = given
  if (group !== TEXT) return UNTESTABLE
  if (kind && (kind.endsWith('Array') || classOfKind(kind) !== TEXT)) return mismatch(column)
  const isPossible = snap(op, values[0], group, undefined, syntax.limits) !== false
  return syntax.search(isPossible ? given : { ...given, values: [] })
}

function writeGroup(given: Compared, syntax: Syntax): Form {
  const { column, op, group, kind } = given
  if (op === 'contains') return writeContains(given, syntax)
  if (isSearch(op)) return writeSearch(given, syntax)
  const hasOrder = group >= NUMBER || op === 'eq' || op === 'in'
  if (!hasOrder) return UNTESTABLE
  if (kind && (kind.endsWith('Array') || classOfKind(kind) !== group)) return mismatch(column)
  return op === 'in' ? writeList(given, syntax) : writeScalar(given, syntax)
}

/** The SQL of a list with values of several classes: a row cannot be tested with values of another class. */
function writeMixedList(given: Compared, list: readonly unknown[], syntax: Syntax): Form {
  const all = new Set(list.map(classify))
  const forms = [...all]
    .filter((group) => group > NULL)
    .map((group) =>
      writeGroup({ ...given, group, values: list.filter((value) => classify(value) === group) }, syntax),
    )
  const [first = NOTHING, ...others] = forms
  const no = all.has(0) ? UNTESTABLE.no : others.length > 0 ? mismatch(given.column).no : first.no
  const yes = forms.flatMap((form, i) => (i > 0 ? [' or ', ...form.yes] : form.yes))
  return { yes: others.length > 0 ? ['(', ...yes, ')'] : forms.length > 0 ? yes : NOTHING.yes, no }
}

/** A reference takes the place of a value, which the caller of the statement replaces. */
function writeReference(
  { op, column }: Compared,
  value: Reference,
  { keepsReferences, contains, search }: Syntax,
): Form | undefined {
  if (!keepsReferences || op === 'in') return undefined
  const given: Compared = { column, op, group: TEXT, values: [value], kind: undefined, isForeign: false }
  if (op === 'contains') return contains(given)
  if (isSearch(op)) return search({ ...given, kind: 'text' })
  const [yes, no] = symbols[op]
  return either(column, [column, yes, { value }], [column, no, { value }])
}

/** A list of references: each takes the place of a value. */
function writeReferences(column: Piece, values: readonly unknown[]): Form {
  const set = listed(values, (value) => [{ value }])
  return either(column, within([column], set), within([column], { ...set, yes: set.no }))
}

export function writeComparison(comparison: Comparison, column: Piece, syntax: Syntax): Form {
  const { op, attribute, value } = comparison
  if (op === 'isNull') return { yes: [column, ' is null'], no: [column, ' is not null'] }
  const kind = comparison.kind ?? syntax.kindOf?.(attribute, isForeign(comparison) ? 'subject' : 'policy')
  if (!kind) syntax.onMissingKind?.(comparison)
  const given: Compared = {
    column,
    op,
    group: classify(value),
    values: [value],
    kind,
    isForeign: !kind && isForeign(comparison),
  }
  if (isReference(value)) {
    const form = writeReference(given, value, syntax)
    if (form) return form
    throw unresolved(attribute, value)
  }
  if (op === 'in' && Array.isArray(value))
    return syntax.keepsReferences && value.every(isReference) && value.length > 0
      ? writeReferences(column, value)
      : writeMixedList(given, value, syntax)
  if (given.group === NULL) return NOTHING
  return given.group === 0 || op === 'in' ? UNTESTABLE : writeGroup(given, syntax)
}
