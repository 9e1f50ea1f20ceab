import type { RecordType } from '../../model/types/record-type.ts'
import { actOnRecord, changeRecord } from '../../operations/run-operation.ts'
import { listPublishing } from './schedule-actions.ts'
import { scheduleRecord, scheduleRules, unscheduleRecord } from './schedule-operations.ts'

/** The input of `scheduleRecipe`. */
export interface ScheduleInput {
  readonly publishAt: string
}

const describeAccess = (type: RecordType) => {
  const [access = type.permissions.write] = listPublishing(type)
  return {
    resource: type.plural,
    access,
    isConditional: true,
    shows: { permission: type.permissions.read },
  }
}

/** `scheduleRecipe(id, publishAt)` (C17.2). */
export const declareScheduling = (type: RecordType) =>
  changeRecord(
    type.parseId,
    (context, id, { publishAt }: ScheduleInput, precondition) =>
      scheduleRecord(context, type, { id, publishAt, precondition }),
    { ...describeAccess(type), rules: ({ now }) => scheduleRules(now()) },
  )

/** `unscheduleRecipe(id)` (C17.2). */
export const declareUnscheduling = (type: RecordType) =>
  actOnRecord(
    type.parseId,
    (context, id, precondition) => unscheduleRecord(context, type, { id, precondition }),
    describeAccess(type),
  )

/** The operations of the schedule of a type; none for a type without one. */
export const declareScheduleOperations = (type: RecordType) =>
  type.schedule === null
    ? {}
    : {
        [`schedule${type.name}`]: declareScheduling(type),
        [`unschedule${type.name}`]: declareUnscheduling(type),
      }
