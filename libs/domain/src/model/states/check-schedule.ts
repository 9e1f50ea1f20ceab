import { isObject } from '../../rules/is-object.ts'
import { findUnknownOptions } from '../../rules/similar-name.ts'
import { problem } from '../checks/model-problem.ts'
import type { StateField } from '../fields/field.ts'
import type { Fields } from '../types/record-operation.ts'
import {
  findStateField,
  isNames,
  listBefore,
  SCHEDULED_BY,
  SCHEDULED_FOR,
  type DeclaredSchedule,
} from './schedule.ts'

const findFormProblems = (schedule: unknown): readonly string[] => {
  if (schedule === true) return []
  if (!isObject(schedule))
    return [
      `schedule must be true, or states such as { from: ['DRAFT'] }, and is ${JSON.stringify(schedule)}`,
    ]
  return [
    ...findUnknownOptions(schedule, ['from']).map((wrong) => `schedule: ${wrong}`),
    ...problem(!isNames(schedule['from']), "schedule.from must be a list of states, such as ['DRAFT']"),
  ]
}

const findFromProblems = (from: readonly string[], state: StateField, trash: unknown): readonly string[] => {
  const [{ states, published }, before] = [state, listBefore(state)]
  return from.flatMap((each) => {
    if (each === trash) return [`schedule.from names ${each}, the state of deleted records; leave it out`]
    if (!states.includes(each))
      return [`schedule.from names the state ${each}; write one of ${states.join(', ')}`]
    return problem(
      !before.includes(each),
      `schedule.from names ${each}, which has no transition to ${published}; leave it out, or add the transition`,
    )
  })
}

const findStateProblems = ({ schedule, trash }: DeclaredSchedule, fields: Fields): readonly string[] => {
  const state = findStateField(fields)
  if (state === undefined) return ['schedule needs a state; add field.state([…], { transitions, published })']
  const { published, workflow } = state
  const lacks = [
    ...problem(
      published === null,
      'schedule needs a published state; add published to the options of the state',
    ),
    ...problem(workflow === null, 'schedule needs transitions; add them to the options of the state'),
  ]
  if (lacks.length > 0) return lacks
  if (listBefore(state).length === 0)
    return [`schedule needs a transition to ${published}, and no state has one`]
  return isObject(schedule) && isNames(schedule['from'])
    ? findFromProblems(schedule['from'], state, trash)
    : []
}

/** C17.2: what is wrong with the schedule of a type. `fields` are the fields that the declaration gives. */
export const findScheduleProblems = (declared: DeclaredSchedule, fields: Fields): readonly string[] => {
  const { schedule, fixed } = declared
  if (schedule === undefined) return []
  return [
    ...findFormProblems(schedule),
    ...findStateProblems(declared, fields),
    ...problem(fixed === true, 'a record of a fixed type never changes; remove schedule'),
    ...[SCHEDULED_FOR, SCHEDULED_BY].flatMap((name) =>
      problem(
        Object.hasOwn(fields, name),
        `the schedule has a field ${name}; give your field ${name} another name`,
      ),
    ),
  ]
}
