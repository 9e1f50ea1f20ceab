import type { Condition } from '@content-service/authz'
import { findState } from '../../model/states/record-state.ts'
import { hidesTrash } from '../../model/trash/trash.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { allOf, type FilterPart } from '../../reading/reading.ts'
import type { ModelContext } from '../read-context.ts'
import { filterListed, filterReadable, filterWithTrash, NOTHING } from '../visible-rows.ts'
import { namesTrash } from './named-trash.ts'

/** A state that all rows of a list have. */
interface ChosenState {
  readonly attribute: string
  readonly value: unknown
}

/** The condition on rows in one state: a comparison with a state is decided, so that a statement tests the rest alone. */
const decideState = (condition: Condition, state: ChosenState): Condition => {
  if (condition.op === 'and' || condition.op === 'or')
    return { op: condition.op, conditions: condition.conditions.map((each) => decideState(each, state)) }
  if (condition.op !== 'eq' || condition.attribute !== state.attribute) return condition
  return condition.value === state.value ? allOf() : NOTHING
}

const listConditions = (condition: Condition): readonly Condition[] =>
  condition.op === 'and' ? condition.conditions.flatMap(listConditions) : [condition]

/** The state that all rows of the filter have; undefined if they can have several. */
const findChosenState = (type: RecordType, filter: Condition): ChosenState | undefined => {
  const attribute = findState(type)?.name
  const [chosen] = listConditions(filter).flatMap((each) =>
    each.op === 'eq' && each.attribute === attribute ? [{ attribute, value: each.value }] : [],
  )
  return chosen
}

/** The filter of a list: its condition, and its parts as the client sent them. */
interface ChosenFilter {
  readonly condition: Condition
  readonly parts: readonly (Pick<FilterPart, 'where'> | undefined)[]
}

/** C4.5, C13.2, C17.4: the rows of a list that the caller may read, those in the trash only if the filter names it. */
export const filterChosen = (
  context: ModelContext,
  type: RecordType,
  { condition, parts }: ChosenFilter,
): Condition => {
  const of = type.plural
  const isNamed = parts.some((part) => namesTrash(type, part?.where))
  const state = findChosenState(type, condition)
  // Rows of another state are outside the trash that a state marks.
  const isOutside = state !== undefined && !hidesTrash(type)
  const filter = isNamed ? filterWithTrash : isOutside ? filterReadable : filterListed
  return state ? decideState(filter(context, of), state) : filter(context, of)
}
