import {
  type Comparison,
  type Condition,
  IMPLEMENTATION,
  isSibling,
  needsPolicy,
  hasInner,
  isJunction,
} from '../engine/conditions/condition.ts'
import { aboutSubject } from '../engine/printer/unresolved.ts'
import { writeComparison } from './comparison.ts'
import type { Syntax } from './dialect.ts'
import type { Form, Piece, Pieces } from './form.ts'
import { writeJson } from './json.ts'
import { isOrdered, writeOrdered } from './ordered.ts'
import { NO_COLUMN, type Place, findJsonColumn, writeNested, writeNull } from './relations.ts'
import { writeSiblings } from './siblings.ts'

/**
 * The SQL of a condition or of its negation. In SQL, a comparison with null is unknown, and its NOT is unknown too. So
 * this function moves negations down to the comparisons, of which each has one SQL for "true" and one for "false".
 */
export function writeCondition(condition: Condition, negated: boolean, syntax: Syntax, place: Place): Pieces {
  if (condition.op === 'not') return writeCondition(condition.condition, !negated, syntax, place)
  if (isJunction(condition)) {
    const all = (condition.op === 'and') !== negated
    const parts = condition.conditions.map((inner) => writeCondition(inner, negated, syntax, place))
    if (parts.length === 0) return [String(all)]
    return ['(', ...parts.flatMap((part, i) => (i > 0 ? [all ? ' and ' : ' or ', ...part] : part)), ')']
  }
  if (condition.op === 'subject') throw aboutSubject()
  if (condition.op === 'may') throw needsPolicy(condition)
  const json = findJsonColumn(place, condition.attribute)
  if (json !== undefined) return writeJson(condition, negated, [json], syntax)
  if (hasInner(condition)) {
    // `kindOf` knows the attributes of the row, not those of related rows.
    const { kindOf: _, ...rest } = syntax
    return writeNested(condition, negated, place, rest, (inner, at) =>
      writeCondition(inner, negated, rest, at),
    )
  }
  if (Object.hasOwn(place.relations, condition.attribute)) return writeNull(condition, negated, place, syntax)
  const form = writeLeaf(condition, syntax, place)
  return negated ? form.no : form.yes
}

function writeLeaf(comparison: Comparison, syntax: Syntax, { column, relations }: Place): Form {
  const { attribute, value, by } = comparison
  if (isSibling(value)) {
    if (Object.hasOwn(relations, value.attribute)) throw new TypeError(`"${value.attribute}" ${NO_COLUMN}.`)
    return writeSiblings(comparison, { left: column(attribute), right: column(value.attribute) }, syntax)
  }
  const apply = comparison[IMPLEMENTATION]
  if (isOrdered(apply)) return writeOrdered(comparison, apply, column(attribute), syntax)
  return by === undefined
    ? writeComparison(comparison, column(attribute), syntax)
    : writeFunction(comparison, by, column(attribute), syntax)
}

/** A comparison with the result of a text function, which is a text. Only a text has one. */
function writeFunction(comparison: Comparison, by: string, column: Piece, syntax: Syntax): Form {
  // SQLite stores a value of any type in a column of any kind.
  const isKnown = comparison.kind !== undefined && !syntax.storesAnyType
  const found = isKnown ? undefined : syntax.writeText?.(column)
  const form = writeComparison(
    { ...comparison, kind: 'text' },
    syntax.call(by, found?.text ?? column),
    syntax,
  )
  if (!found) return form
  const { guard } = found
  return {
    yes: ['(', ...guard, ' and ', ...form.yes, ')'],
    no: ['(', column, ' is null or (', ...guard, ' and ', ...form.no, '))'],
  }
}
