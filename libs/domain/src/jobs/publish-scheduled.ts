import { toActiveCaller } from '../access/held-roles.ts'
import { meets } from '../actions/requirement.ts'
import type { ContentPolicy } from '../access/content-policy.ts'
import { changeByService } from '../articles/change-by-service.ts'
import type { Stores } from '../context/context.ts'
import type { ContentModel } from '../model/content-model.ts'
import { moveTo } from '../model/states/record-state.ts'
import { NO_SCHEDULE } from '../model/states/schedule.ts'
import { findCheckProblems } from '../model/types/check-problems.ts'
import { withValues } from '../model/types/record-changes.ts'
import type { DueRecord } from '../model/types/record-store.ts'
import type { RecordType } from '../model/types/record-type.ts'
import type { RecordOf } from '../model/types/record-values.ts'
import { findPublished, isWaiting, listScheduleRequirements } from '../records/schedule/schedule-actions.ts'
import { collectScheduleFacts } from '../records/schedule/schedule-operations.ts'
import type { ErrorCode } from '../rules/errors.ts'
import type { UserId } from '../rules/ids.ts'
import { SECOND_MS } from '../rules/time.ts'
import type { Job } from '../work/job.ts'

/**
 * The records of a transaction are published when the last of them is: with 100 texts of 440,000 characters, a record of somebody
 * else waited for 4 s, and with 20 for 0.4 s.
 */
const AT_ONCE = 20

const NAME = 'publish-scheduled'

interface PublishingParts {
  readonly model: ContentModel
  /** Decides whether the person who set a schedule may still publish the record. */
  readonly policy: ContentPolicy
}

/** One run of the job. */
interface Run extends PublishingParts {
  readonly now: Date
  /** Collects the failures of the code of a team. */
  readonly faults: unknown[]
}

/** The work of one transaction. */
interface Publishing extends Run {
  readonly stores: Stores
  readonly type: RecordType
}

type AnyRecord = RecordOf<RecordType>
type Decide = (current: AnyRecord) => AnyRecord

/** Types whose changes store more than the record. */
const OWN_CHANGES: Readonly<
  Record<string, (publishing: Publishing, id: DueRecord['id'], decide: Decide) => Promise<unknown>>
> = {
  // The records of the type are articles.
  Article: ({ stores, now }, id, decide) => changeByService(stores, id as never, decide as never, now),
}

const change = (publishing: Publishing, id: DueRecord['id'], decide: Decide): Promise<unknown> => {
  const { stores, type } = publishing
  const own = OWN_CHANGES[type.name]
  if (own !== undefined) return own(publishing, id, decide)
  return stores.records<RecordType>(type).change(id, decide, collectScheduleFacts(publishing, type))
}

/** C17.2: whether the person may publish a record now. A schedule of no known user is not asked. */
const readRight = async (
  { stores, type, policy, now }: Publishing,
  by: UserId | null,
): Promise<(current: AnyRecord) => boolean> => {
  if (by === null) return () => true
  const caller = toActiveCaller(await stores.users.get(by))
  if (caller === null) return () => false
  const context = { caller: { ...caller, now }, policy }
  return (current) => meets(context, listScheduleRequirements(type), current)
}

/** C16.3: whether the check of the type lets the record be published. */
const isRight = ({ type, faults }: Publishing, record: AnyRecord, previous: AnyRecord): boolean => {
  try {
    return findCheckProblems(type, { record, previous }).length === 0
  } catch (error) {
    faults.push(error)
    return false
  }
}

/** The refusal of a due record; null for one that the service publishes. */
const findRefusal = (
  publishing: Publishing,
  mayPublish: (current: AnyRecord) => boolean,
  current: AnyRecord,
  next: AnyRecord,
): ErrorCode | null => {
  // The declaration may have named other states when a person set the schedule.
  if (!isWaiting(publishing.type, current)) return 'INVALID_TRANSITION'
  if (!mayPublish(current)) return 'FORBIDDEN'
  return isRight(publishing, next, current) ? null : 'BAD_USER_INPUT'
}

/** C17.2: a refused record loses its schedule, so that it keeps no other from its turn; the audit log says why. */
const publishOne = async (publishing: Publishing, { id, scheduledBy }: DueRecord): Promise<void> => {
  const { stores, type, now } = publishing
  const mayPublish = await readRight(publishing, scheduledBy)
  const found: { refusal: ErrorCode | null } = { refusal: null }
  await change(publishing, id, (current) => {
    const next = withValues(current, moveTo(type, current, findPublished(type), now), now)
    found.refusal = findRefusal(publishing, mayPublish, current, next)
    return found.refusal === null ? next : withValues(current, NO_SCHEDULE, now)
  })
  if (found.refusal === null) return
  const entry = { action: NAME, resource: type.plural, field: null, moreRefused: 0 } as const
  await stores.audit.addRefusals([{ ...entry, resourceId: String(id), reason: found.refusal }])
}

/** Returns whether it has written the record. A record that cannot be written, such as one whose computed values fail, stays. */
const attemptOne = async (publishing: Publishing, due: DueRecord): Promise<boolean> => {
  try {
    await publishOne(publishing, due)
    return true
  } catch (error) {
    publishing.faults.push(error)
    return false
  }
}

/** Publishes due records of a type in one transaction; returns whether there can be more. */
const publishType = (stores: Stores, type: RecordType, run: Run): Promise<boolean> =>
  stores.alone(async (own) => {
    const due = await own.records(type).lockDue(run.now, AT_ONCE)
    let written = 0
    for (const each of due) if (await attemptOne({ ...run, stores: own, type }, each)) written += 1
    return due.length === AT_ONCE && written > 0
  })

/**
 * C4.3, C17.2: publishes due records of all types with a schedule, well within 5 s of their time. @throws the failures of the code
 * of a team, after the writes: no type waits for another.
 */
export const publishScheduled = (parts: PublishingParts): Job => ({
  name: NAME,
  everyMs: SECOND_MS,
  run: async (stores, now) => {
    const run = { ...parts, now, faults: [] as unknown[] }
    let isMore = false
    for (const type of parts.model.types)
      if (type.schedule !== null && (await publishType(stores, type, run))) isMore = true
    if (run.faults.length > 0)
      throw new AggregateError(run.faults, 'The code of a type has failed for scheduled records.')
    return isMore
  },
})

/** The job of a model; none if no type has a schedule. */
export const publishScheduledOf = (parts: PublishingParts): readonly Job[] =>
  parts.model.types.some(({ schedule }) => schedule !== null) ? [publishScheduled(parts)] : []
