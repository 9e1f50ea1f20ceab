import { isDeepStrictEqual } from 'node:util'
import type { Condition } from '@content-service/authz'

const listParts = (condition: Condition): readonly Condition[] =>
  condition.op === 'and' ? condition.conditions.flatMap(listParts) : [condition]

/**
 * Whether each row that matches the condition has a linked record that matches the wanted condition. A right that follows the
 * link says so: `is hall (status = OPEN)`.
 */
export const impliesLink = (condition: Condition, link: string, wanted: Condition): boolean => {
  const linked = listParts(condition).flatMap((part) =>
    part.op === 'is' && part.attribute === link ? [part.condition] : [],
  )
  const known = linked.flatMap(listParts)
  return (
    linked.length > 0 &&
    listParts(wanted).every((part) => known.some((each) => isDeepStrictEqual(each, part)))
  )
}
