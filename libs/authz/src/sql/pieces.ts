import type { Condition } from '../condition.ts'
import { aboutSubject, formOf } from './comparison.ts'
import type { Syntax } from './dialect.ts'
import type { Form, Pieces } from './form.ts'
import { jsonPieces } from './json.ts'
import { type Place, jsonColumn, nestedPieces, nullPieces } from './relations.ts'

/**
 * The SQL of a condition or of its negation. In SQL, a comparison with null is unknown, and its NOT is unknown too. So
 * this function moves negations down to the comparisons, of which each has one SQL for "true" and one for "false".
 */
export function piecesOf(condition: Condition, negated: boolean, syntax: Syntax, place: Place): Pieces {
  if (condition.op === 'not') return piecesOf(condition.condition, !negated, syntax, place)
  if ('conditions' in condition) {
    const all = (condition.op === 'and') !== negated
    const parts = condition.conditions.map((inner) => piecesOf(inner, negated, syntax, place))
    if (parts.length === 0) return [String(all)]
    return ['(', ...parts.flatMap((part, i) => (i > 0 ? [all ? ' and ' : ' or ', ...part] : part)), ')']
  }
  if (condition.op === 'subject') throw aboutSubject()
  const json = jsonColumn(place, condition.attribute)
  if (json !== undefined) return jsonPieces(condition, negated, [json], syntax)
  if ('condition' in condition) {
    // `kindOf` knows the attributes of the row, not those of related rows.
    const { kindOf: _, ...rest } = syntax
    return nestedPieces(condition, negated, place, rest, (inner, at) => piecesOf(inner, negated, rest, at))
  }
  if (Object.hasOwn(place.relations, condition.attribute))
    return nullPieces(condition, negated, place, syntax)
  const form: Form = formOf(condition, place.column(condition.attribute), syntax)
  return negated ? form.no : form.yes
}
