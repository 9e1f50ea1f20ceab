import { type Comparison, type Condition } from '../condition.ts'
import { formOf } from './comparison.ts'
import type { Syntax } from './dialect.ts'
import type { Form, Piece, Pieces } from './form.ts'

/**
 * The SQL of a condition or of its negation. In SQL, a comparison with null is unknown, and its NOT is unknown too. So
 * this function moves negations down to the comparisons, of which each has one SQL for "true" and one for "false".
 */
export function piecesOf(
  condition: Condition,
  negated: boolean,
  syntax: Syntax,
  column: (attribute: string) => Piece,
): Pieces {
  if (condition.op === 'not') return piecesOf(condition.condition, !negated, syntax, column)
  if ('conditions' in condition) {
    const all = (condition.op === 'and') !== negated
    const parts = condition.conditions.map((inner) => piecesOf(inner, negated, syntax, column))
    if (parts.length === 0) return [String(all)]
    return ['(', ...parts.flatMap((part, i) => (i > 0 ? [all ? ' and ' : ' or ', ...part] : part)), ')']
  }
  const form: Form = formOf(condition as Comparison, column(condition.attribute), syntax)
  return negated ? form.no : form.yes
}
