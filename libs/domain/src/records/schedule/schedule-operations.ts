import { requireUser } from '../../access/access.ts'
import { demand } from '../../actions/requirement.ts'
import type { Clock, StoreContext } from '../../context/context.ts'
import { unconditional, type Precondition } from '../../context/precondition.ts'
import type { RecordId } from '../../model/fields/field.ts'
import { listWaysToWrite } from '../../model/states/record-state.ts'
import { createSchedule, NO_SCHEDULE } from '../../model/states/schedule.ts'
import { withValues } from '../../model/types/record-changes.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import type { RecordOf } from '../../model/types/record-values.ts'
import { checkInput } from '../../rules/accept.ts'
import { InvalidValue, recordNotFound } from '../../rules/errors.ts'
import { pointInTime } from '../../rules/time.ts'
import { listCheckRights, refuseProblems, tellProblems } from '../check-record.ts'
import { collectLinkedFacts } from '../read-linked-facts.ts'
import { canWaitIn, listScheduleRequirements } from './schedule-actions.ts'

/** C4.3. */
export const scheduleRules = (now: Date) => ({
  publishAt: (text: string) => {
    const at = pointInTime(text)
    if (at <= now) throw new InvalidValue('must be in the future')
    return at
  },
})

/** The facts of linked records by which the policy decides about the schedule of a record. */
export const collectScheduleFacts = (
  context: Parameters<typeof collectLinkedFacts>[0],
  type: RecordType,
): readonly string[] => {
  const { read } = type.permissions
  return collectLinkedFacts(context, [read, ...listWaysToWrite(type), ...listCheckRights(type)])
}

/** What the caller asks for. */
interface ScheduleCall<T> {
  /** Null for an id that no record can have. */
  readonly id: RecordId | null
  readonly precondition?: Precondition<RecordOf<T>>
}

/** Gives other values to the schedule of the locked record. @throws UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, BAD_USER_INPUT. */
const changeSchedule = async <T extends RecordType>(
  context: StoreContext & Clock,
  type: T,
  { id, precondition = unconditional }: ScheduleCall<T>,
  decide: (current: RecordOf<T>) => object,
): Promise<RecordOf<T>> => {
  requireUser(context)
  const change = (current: RecordOf<T>): RecordOf<T> => {
    demand(context, listScheduleRequirements(type), current as object)
    precondition(current)
    const next = withValues(current, { ...decide(current) }, context.now())
    if (next !== current) refuseProblems(type, { record: next, previous: current })
    return next
  }
  const store = context.stores.records(type)
  const facts = collectScheduleFacts(context, type)
  const changed = id && (await tellProblems(context, type, () => store.change(id, change, { facts })))
  if (!changed) throw recordNotFound(type)
  return changed
}

/** `scheduleRecipe` (C17.2): a record that can be published, at a time in the future. @throws INVALID_TRANSITION, too. */
export const scheduleRecord = <T extends RecordType>(
  context: StoreContext & Clock,
  type: T,
  { publishAt, ...call }: ScheduleCall<T> & { readonly publishAt: string },
): Promise<RecordOf<T>> => {
  const takeTime = checkInput(scheduleRules(context.now()), { publishAt })
  return changeSchedule(context, type, call, (current) => {
    const { publishAt: at } = takeTime()
    demand(context, [canWaitIn(type)], current as object)
    return createSchedule(at, context.caller.id)
  })
}

/** `unscheduleRecipe` (C17.2), idempotent. */
export const unscheduleRecord = <T extends RecordType>(
  context: StoreContext & Clock,
  type: T,
  call: ScheduleCall<T>,
): Promise<RecordOf<T>> => changeSchedule(context, type, call, () => NO_SCHEDULE)
