import { isDeepStrictEqual } from 'node:util'
import type { Condition } from '@content-service/authz'
import type { Table, TableRelation } from '../tables/tables.ts'

/** The parts of a condition that `and` joins. */
export const listParts = (condition: Condition): readonly Condition[] =>
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

/** Whether a part of the condition of children is about their parent row, whose own condition says the same. */
export const isKnownOfParent = (
  part: Condition,
  { to, here, there, through }: TableRelation,
  [parent, known]: readonly [parent: Table, known: readonly Condition[]],
): boolean =>
  part.op === 'is' &&
  through === undefined &&
  to.leadsTo(part.attribute, parent, { here, there }) &&
  listParts(part.condition).every((wanted) => known.some((each) => isDeepStrictEqual(each, wanted)))
