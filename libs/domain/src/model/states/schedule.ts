import { isObject } from '../../rules/is-object.ts'
import { MAX_USER_ID, type UserId } from '../../rules/ids.ts'
import { isState, toWord, type StateField } from '../fields/field.ts'
import { integer, time } from '../fields/field-builders.ts'
import { unfiltered } from '../published-forms.ts'
import type { Fields } from '../types/record-operation.ts'
import { findOwn, listMoves, type Schedule, type ScheduleOption } from './workflow.ts'

/** The attributes of a record with a schedule: its time, and the user who has set it. */
export const SCHEDULED_FOR = 'scheduledFor'
export const SCHEDULED_BY = 'scheduledBy'

export const NO_SCHEDULE = { [SCHEDULED_FOR]: null, [SCHEDULED_BY]: null } as const

/** The values of a record that is published at the time; `by` is null for a schedule of no known user. */
export const createSchedule = (at: Date, by: UserId | null) => ({ [SCHEDULED_FOR]: at, [SCHEDULED_BY]: by })

const createFields = (word: string) => ({
  [SCHEDULED_FOR]: unfiltered(
    time({
      about: `The time at which the service will publish the ${word}; null without a schedule.`,
      optional: true,
      setByOperation: true,
    }),
  ),
  [SCHEDULED_BY]: integer(1, MAX_USER_ID, {
    about: 'The user who set the schedule; null without a schedule, and for schedules of no known user.',
    optional: true,
    hidden: true,
  }),
})

/** The fields that the option adds. */
export type ScheduleFields = ReturnType<typeof createFields>
export type Scheduled<Option> = Option extends ScheduleOption ? ScheduleFields : unknown

/** A declaration without types can have any value. */
export interface DeclaredSchedule {
  readonly name: string
  readonly fixed?: unknown
  readonly schedule?: unknown
  readonly trash?: unknown
}

/** Whether the value is a list of words. */
export const isNames = (given: unknown): given is readonly string[] =>
  Array.isArray(given) && given.length > 0 && given.every((each) => typeof each === 'string')

/** The states with a transition to the published one. */
export const listBefore = (state: StateField | undefined): readonly string[] => {
  const { published = null, workflow = null, states = [] } = state ?? {}
  if (published === null || workflow === null) return []
  return states.filter((from) => findOwn(listMoves(workflow, from), published) !== undefined)
}

export const findStateField = (fields: Fields): StateField | undefined => Object.values(fields).find(isState)

/** The schedule of a type; null for a type without one. `findScheduleProblems` reports a wrong form. */
export const deriveSchedule = ({ schedule, trash }: DeclaredSchedule, fields: Fields): Schedule | null => {
  if (schedule === undefined) return null
  const from = isObject(schedule) ? schedule['from'] : undefined
  return {
    from: isNames(from)
      ? [...new Set(from)]
      : listBefore(findStateField(fields)).filter((each) => each !== trash),
  }
}

/** C17.2: the fields of a type with a schedule. */
export const declareSchedule = ({ name, schedule }: DeclaredSchedule): Fields =>
  schedule === undefined ? {} : createFields(toWord(name))

/** Whether the service sets the field whenever a person schedules a record. */
export const isScheduleTime = ({ schedule }: { readonly schedule: Schedule | null }, name: string): boolean =>
  schedule !== null && name === SCHEDULED_FOR
