import { createRefusal, may } from '../../access/access.ts'
import type { Permission } from '../../access/content-policy.ts'
import { declareAction, type RecordAction } from '../../actions/record-action.ts'
import { USER, type Requirement } from '../../actions/requirement.ts'
import { nameOne } from '../../model/fields/field.ts'
import { findState, findTransition } from '../../model/states/record-state.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { ContentError } from '../../rules/errors.ts'
import { listChangeRequirements } from '../record-states.ts'

type Values = Readonly<Record<string, unknown>>

const readState = (type: RecordType, record: object): string =>
  String((record as Values)[findState(type)?.name ?? ''])

/** The state that a schedule gives to a record. `contentModel` refuses a schedule without it. */
export const findPublished = (type: RecordType): string => findState(type)?.field.published ?? ''

/** The permissions with which a schedule publishes a record, in the order of the states of `schedule.from`. */
export const listPublishing = (type: RecordType): readonly Permission[] => {
  const published = findPublished(type)
  return [
    ...new Set((type.schedule?.from ?? []).flatMap((from) => findTransition(type, from, published) ?? [])),
  ]
}

/**
 * C17.2: the permission of the transition from the present state to the published one. In a state without this transition,
 * one with which a schedule publishes other records: the state itself is refused after the rights.
 */
const listAsked = (type: RecordType, record: object): readonly Permission[] => {
  const own = findTransition(type, readState(type, record), findPublished(type))
  return own === undefined ? listPublishing(type) : [own]
}

const needsPublishing = (type: RecordType): Requirement<object> => ({
  holds: (context, record) => listAsked(type, record).some((permission) => may(context, permission, record)),
  refuse: (context, record) => createRefusal(context, listAsked(type, record)[0] ?? type.permissions.write),
})

/** C17.2: what a person needs to set or to remove the schedule of a record, and to publish it by a schedule. */
export const listScheduleRequirements = (type: RecordType): readonly Requirement<object>[] => [
  ...listChangeRequirements(type),
  needsPublishing(type),
]

/** C4.3: whether the record is in a state in which it can wait for its publication. */
export const isWaiting = (type: RecordType, record: object): boolean =>
  type.schedule?.from.includes(readState(type, record)) === true

export const canWaitIn = (type: RecordType): Requirement<object> => ({
  holds: (_, record) => isWaiting(type, record),
  refuse: (_, record) =>
    new ContentError(
      'INVALID_TRANSITION',
      `You cannot schedule ${nameOne(type.word)} that is ${readState(type, record)}. Allowed: ${type.schedule?.from.join(', ')}.`,
    ),
})

/** C17.11: the actions of a schedule; none for a type without one. */
export const declareScheduleActions = (type: RecordType): readonly RecordAction[] => {
  if (type.schedule === null) return []
  const rules = [USER, ...listScheduleRequirements(type)]
  const reads = [findState(type)?.name ?? '']
  return [
    declareAction({
      word: 'schedule',
      rules: [...rules, canWaitIn(type)],
      reads,
      operation: `schedule${type.name}`,
    }),
    declareAction({
      word: 'unschedule',
      rules,
      reads,
      operation: `unschedule${type.name}`,
      input: {},
      status: 204,
    }),
  ]
}
