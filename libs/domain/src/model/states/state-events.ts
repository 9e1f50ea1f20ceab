import { capitalize } from '../capitalize.ts'
import { problem } from '../checks/model-problem.ts'
import { isState, type StateField } from '../fields/field.ts'
import { isInTrash, type Trash } from '../trash/trash.ts'
import type { CustomPart } from '../types/custom-part.ts'
import type { Fields } from '../types/record-operation.ts'

/** The part of a type that decides about the events of its states. */
interface Stated {
  readonly fields: Fields
  readonly trash: Trash | null
  readonly custom: CustomPart | null
}

/** The states that clients change, and their events. */
interface Told {
  readonly name: string
  readonly field: StateField
}

const findTold = ({ fields }: Stated): Told | undefined => {
  for (const [name, field] of Object.entries(fields))
    if (isState(field) && field.workflow !== null) return { name, field }
  return undefined
}

/** `inReview` for IN_REVIEW. */
const toVerb = (state: string): string => {
  const [first = '', ...others] = state.toLowerCase().split('_').filter(Boolean)
  return [first, ...others.map(capitalize)].join('')
}

/** The states with an event of their own. */
const listTold = ({ trash, custom }: Stated, { field: { states } }: Told): readonly string[] =>
  states.filter((state) => state !== trash?.state && !custom?.quietStates?.includes(state))

/** C17.1: the verbs of the events that changes of the state send, beside `deleted` and `restored`. */
export const listStateVerbs = (type: Stated): readonly string[] => {
  const told = findTold(type)
  if (told === undefined) return []
  return [...listTold(type, told).map(toVerb), ...(told.field.published === null ? [] : ['unpublished'])]
}

type Values = Readonly<Record<string, unknown>>

/** C17.1: the verb of the state of a new record, if readers see the state. */
export const nameFirstState = (type: Stated, after: Values): string | null => {
  const { name = '', field } = findTold(type) ?? {}
  const published = field?.published ?? null
  return published !== null && after[name] === published ? toVerb(published) : null
}

/**
 * C17.1, C17.4: the verb of a move between states, or into the trash and out of it; null for a change of other values alone, and
 * for a move to a quiet state.
 */
export const nameMove = (type: Stated, before: Values, after: Values): string | null => {
  const [was, is] = [isInTrash(type, before), isInTrash(type, after)]
  if (was !== is) return is ? 'deleted' : (nameFirstState(type, after) ?? 'restored')
  const told = findTold(type)
  const [from, to] = [before[told?.name ?? ''], after[told?.name ?? '']]
  if (told === undefined || from === to) return null
  if (from === told.field.published) return 'unpublished'
  return listTold(type, told).includes(String(to)) ? toVerb(String(to)) : null
}

/** The verbs of events with a meaning for all types. */
export const OWN_VERBS: readonly string[] = ['created', 'updated', 'deleted', 'restored', 'unpublished']

/** C17.1: what is wrong with the names that the events of the states would have. */
export const findStateEventProblems = (type: Stated): readonly string[] => {
  const told = findTold(type)
  if (told === undefined) return []
  const states = listTold(type, told)
  return states.flatMap((state, place) => {
    const verb = toVerb(state)
    const other = states.slice(0, place).find((each) => toVerb(each) === verb)
    return [
      ...problem(
        OWN_VERBS.includes(verb),
        `the event of the state ${state} would be ${verb}, which has another meaning; rename the state`,
      ),
      ...problem(
        other !== undefined,
        `the states ${other ?? ''} and ${state} would have one event, ${verb}; rename one of them`,
      ),
    ]
  })
}
