import { toActiveCaller } from '../access/held-roles.ts'
import { meets } from '../actions/requirement.ts'
import type { ContentPolicy } from '../access/content-policy.ts'
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
import { GHOST_ID, type UserId } from '../rules/ids.ts'

/** The job, and the action in the audit log. */
export const PUBLISH_SCHEDULED = 'publish-scheduled'

export interface PublishingParts {
  readonly model: ContentModel
  /** Decides whether the person who set a schedule may still publish the record. */
  readonly policy: ContentPolicy
}

/** One run of the job. */
export interface PublishingRun extends PublishingParts {
  readonly now: Date
  /** Collects the failures of the code of a team. */
  readonly faults: unknown[]
}

/** The work of one transaction. */
interface Publishing extends PublishingRun {
  readonly stores: Stores
  readonly type: RecordType
}

type AnyRecord = RecordOf<RecordType>
type Decide = (current: AnyRecord) => AnyRecord

/** C4.4, C17.3: a change without a person keeps the earlier version as one of its owner. */
const change = (publishing: Publishing, { id, ownerId }: DueRecord, decide: Decide): Promise<unknown> => {
  const { stores, type, now } = publishing
  const keeping = type.keepsRevisions ? { editorId: ownerId ?? GHOST_ID, at: now } : undefined
  const facts = collectScheduleFacts(publishing, type)
  return stores.records<RecordType>(type).change(id, decide, { facts, keeping })
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
export const publishDueRecord = async (publishing: Publishing, due: DueRecord): Promise<void> => {
  const { stores, type, now } = publishing
  const mayPublish = await readRight(publishing, due.scheduledBy)
  const found: { refusal: ErrorCode | null } = { refusal: null }
  await change(publishing, due, (current) => {
    const next = withValues(current, moveTo(type, current, findPublished(type), now), now)
    found.refusal = findRefusal(publishing, mayPublish, current, next)
    return found.refusal === null ? next : withValues(current, NO_SCHEDULE, now)
  })
  if (found.refusal === null) return
  const entry = { action: PUBLISH_SCHEDULED, resource: type.plural, field: null, moreRefused: 0 } as const
  await stores.audit.addRefusals([{ ...entry, resourceId: String(due.id), reason: found.refusal }])
}
