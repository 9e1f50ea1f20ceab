import { toActiveCaller } from '../access/held-roles.ts'
import { meets } from '../actions/requirement.ts'
import type { ContentPolicy } from '../access/content-policy.ts'
import type { Stores } from '../context/context.ts'
import type { ContentModel } from '../model/content-model.ts'
import type { RecordId } from '../model/fields/field.ts'
import type { Keeping } from '../model/revisions/revision.ts'
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
export interface Publishing extends PublishingRun {
  readonly stores: Stores
  readonly type: RecordType
}

type AnyRecord = RecordOf<RecordType>
type MayPublish = (current: AnyRecord) => boolean

/** C17.2: whether a person may publish a record now. A schedule of no known user is not asked. */
const readRight = async (
  { stores, type, policy, now }: Publishing,
  by: UserId | null,
): Promise<MayPublish> => {
  if (by === null) return () => true
  const caller = toActiveCaller(await stores.users.get(by))
  if (caller === null) return () => false
  const context = { caller: { ...caller, now }, policy }
  const requirements = listScheduleRequirements(type)
  return (current) => meets(context, requirements, current)
}

/** The rights of the persons who set the schedules, read once for each: the transaction writes these records at one time. */
const readRights = async (
  publishing: Publishing,
  due: readonly DueRecord[],
): Promise<ReadonlyMap<RecordId, MayPublish>> => {
  const rights = new Map<UserId | null, MayPublish>()
  for (const { scheduledBy } of due)
    if (!rights.has(scheduledBy)) rights.set(scheduledBy, await readRight(publishing, scheduledBy))
  return new Map(due.map(({ id, scheduledBy }) => [id, rights.get(scheduledBy) ?? (() => false)]))
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
  mayPublish: MayPublish | undefined,
  { current, next }: { readonly current: AnyRecord; readonly next: AnyRecord },
): ErrorCode | null => {
  // The declaration may have named other states when a person set the schedule.
  if (!isWaiting(publishing.type, current)) return 'INVALID_TRANSITION'
  if (mayPublish?.(current) !== true) return 'FORBIDDEN'
  return isRight(publishing, next, current) ? null : 'BAD_USER_INPUT'
}

/** C4.4, C17.3: a change without a person keeps the earlier version as one of the owner. */
const keepForOwners = ({ type, now }: Publishing, due: readonly DueRecord[]) => {
  if (!type.keepsRevisions) return undefined
  const owners = new Map(due.map(({ id, ownerId }) => [id, ownerId]))
  return ({ id }: { readonly id: RecordId }): Keeping => ({ editorId: owners.get(id) ?? GHOST_ID, at: now })
}

/**
 * C17.2: publishes locked records in one write. Refused ones lose their schedule, so that they keep no others from their turn; the
 * audit log says why. @throws for a record that cannot be written. Then it has written none.
 */
export const publishDueRecords = async (run: Publishing, due: readonly DueRecord[]): Promise<void> => {
  const { stores, type, now } = run
  const publishing = { ...run, faults: [] as unknown[] }
  const rights = await readRights(publishing, due)
  const refused = new Map<RecordId, ErrorCode>()
  const decide = (current: AnyRecord): AnyRecord => {
    const next = withValues(current, moveTo(type, current, findPublished(type), now), now)
    const refusal = findRefusal(publishing, rights.get(current.id), { current, next })
    if (refusal === null) return next
    refused.set(current.id, refusal)
    return withValues(current, NO_SCHEDULE, now)
  }
  const edit = { facts: collectScheduleFacts(publishing, type), keeping: keepForOwners(publishing, due) }
  const ids = due.map(({ id }) => id)
  await stores.records<RecordType>(type).changeAll(ids, decide, edit)
  run.faults.push(...publishing.faults)
  const entry = { action: PUBLISH_SCHEDULED, resource: type.plural, field: null, moreRefused: 0 } as const
  const entries = [...refused].map(([id, reason]) => ({ ...entry, resourceId: String(id), reason }))
  if (entries.length > 0) await stores.audit.addRefusals(entries)
}
