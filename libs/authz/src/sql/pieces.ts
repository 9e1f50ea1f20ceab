import type { Condition } from '../conditions/condition.ts'
import { aboutSubject, writeComparison } from './comparison.ts'
import type { Syntax } from './dialect.ts'
import type { Form, Pieces } from './form.ts'
import { writeJson } from './json.ts'
import { type Place, findJsonColumn, writeNested, writeNull } from './relations.ts'

/**
 * The SQL of a condition or of its negation. In SQL, a comparison with null is unknown, and its NOT is unknown too. So
 * this function moves negations down to the comparisons, of which each has one SQL for "true" and one for "false".
 */
export function writeCondition(condition: Condition, negated: boolean, syntax: Syntax, place: Place): Pieces {
  if (condition.op === 'not') return writeCondition(condition.condition, !negated, syntax, place)
  if ('conditions' in condition) {
    const all = (condition.op === 'and') !== negated
    const parts = condition.conditions.map((inner) => writeCondition(inner, negated, syntax, place))
    if (parts.length === 0) return [String(all)]
    return ['(', ...parts.flatMap((part, i) => (i > 0 ? [all ? ' and ' : ' or ', ...part] : part)), ')']
  }
  if (condition.op === 'subject') throw aboutSubject()
  const json = findJsonColumn(place, condition.attribute)
  if (json !== undefined) return writeJson(condition, negated, [json], syntax)
  if ('condition' in condition) {
    // `kindOf` knows the attributes of the row, not those of related rows.
    const { kindOf: _, ...rest } = syntax
    return writeNested(condition, negated, place, rest, (inner, at) =>
      writeCondition(inner, negated, rest, at),
    )
  }
  if (Object.hasOwn(place.relations, condition.attribute)) return writeNull(condition, negated, place, syntax)
  const form: Form = writeComparison(condition, place.column(condition.attribute), syntax)
  return negated ? form.no : form.yes
}
