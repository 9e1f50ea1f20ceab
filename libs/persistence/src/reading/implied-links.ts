import { isDeepStrictEqual } from 'node:util'
import type { Condition } from '@content-service/authz'

const listParts = (condition: Condition): readonly Condition[] =>
  condition.op === 'and' ? condition.conditions.flatMap(listParts) : [condition]

/**
 * Whether each row that matches a condition has a linked record that matches what is wanted. So it is where the right to read
 * the row is the right to read the record: `is hall (status = OPEN)`.
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
