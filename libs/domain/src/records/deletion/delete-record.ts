import type { Permission } from '../../access/content-policy.ts'
import { demand, type Requirement } from '../../actions/requirement.ts'
import type { Clock, StoreContext } from '../../context/context.ts'
import { unconditional, type Precondition } from '../../context/precondition.ts'
import type { Collection } from '../../model/collections.ts'
import type { RecordId } from '../../model/fields/field.ts'
import { moveTo } from '../../model/states/record-state.ts'
import { NO_SCHEDULE } from '../../model/states/schedule.ts'
import { DELETED_AT } from '../../model/trash/trash.ts'
import { withValues } from '../../model/types/record-changes.ts'
import { getPurgePermission } from '../../model/types/record-permissions.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import type { RecordOf } from '../../model/types/record-values.ts'
import { recordNotFound } from '../../rules/errors.ts'
import { filterReadable } from '../../visibility/visible-rows.ts'
import { authorizeAny } from '../authorize-any.ts'
import { listCheckRights, refuseProblems, tellProblems } from '../check-record.ts'
import { planKeeping } from '../keeping.ts'
import { collectLinkedFacts } from '../read-linked-facts.ts'
import { listDeleting, listPurging, listRestoring } from './requirements.ts'

/** A record that a request names. */
interface Named<T> {
  /** Null for an id that no record can have. */
  readonly id: RecordId | null
  readonly precondition: Precondition<RecordOf<T>>
}

interface Needed {
  readonly permission: Permission
  readonly requirements: readonly Requirement<object>[]
}

const listFacts = (context: StoreContext, type: RecordType, { permission }: Needed): readonly string[] =>
  collectLinkedFacts(context, [permission, type.permissions.read, ...listCheckRights(type)])

/** Erases a record, and does to those that link to it what their declarations say (C14.2). */
const eraseRecord = async <T extends RecordType>(
  context: StoreContext,
  type: T,
  { id, precondition }: Named<T>,
  needed: Needed,
): Promise<void> => {
  authorizeAny(context, type, needed.permission)
  const decide = (current: RecordOf<T>) => {
    demand(context, needed.requirements, current as object)
    precondition(current)
  }
  const removal = {
    readable: (of: Collection) => filterReadable(context, of),
    facts: listFacts(context, type, needed),
  }
  const isRemoved = id && (await context.stores.records(type).remove(id, decide, removal))
  if (!isRemoved) throw recordNotFound(type)
}

type Decide<T> = (current: RecordOf<T>) => RecordOf<T>

const changeDeletion = async <T extends RecordType>(
  context: StoreContext & Clock,
  type: T,
  { id, precondition }: Named<T>,
  { decide, ...needed }: Needed & { readonly decide: Decide<T> },
): Promise<RecordOf<T>> => {
  authorizeAny(context, type, needed.permission)
  const decideOn: Decide<T> = (current) => {
    demand(context, needed.requirements, current as object)
    precondition(current)
    return decide(current)
  }
  const edit = { facts: listFacts(context, type, needed), keeping: planKeeping(context, type) }
  const change = (of: RecordId) => context.stores.records(type).change(of, decideOn, edit)
  const changed = id && (await tellProblems(context, type, () => change(id)))
  if (!changed) throw recordNotFound(type)
  return changed
}

/** The values of a record that comes into the trash, where nothing publishes it. */
const toTrash = (type: RecordType, current: object, now: Date) => {
  const state = type.trash?.state ?? null
  if (state !== null) return moveTo(type, current, state, now)
  return { [DELETED_AT]: now, ...(type.schedule && NO_SCHEDULE) }
}

/**
 * Deletes a record; a type with a trash keeps it there (C17.4), and asks no check (C16.3).
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, CONFLICT.
 */
export const deleteRecord = async <T extends RecordType>(
  context: StoreContext & Clock,
  type: T,
  id: RecordId | null,
  precondition: Precondition<RecordOf<T>> = unconditional,
): Promise<void> => {
  const needed = { permission: type.permissions.delete, requirements: listDeleting(type) }
  const decide: Decide<T> = (current) =>
    withValues(
      current as object,
      toTrash(type, current as object, context.now()),
      context.now(),
    ) as RecordOf<T>
  if (type.trash === null) return eraseRecord(context, type, { id, precondition }, needed)
  await changeDeletion(context, type, { id, precondition }, { ...needed, decide })
}

/**
 * C17.4: takes a record out of the trash, as far as its check allows.
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, CONFLICT, BAD_USER_INPUT.
 */
export const restoreRecord = <T extends RecordType>(
  context: StoreContext & Clock,
  type: T,
  id: RecordId | null,
  precondition: Precondition<RecordOf<T>> = unconditional,
): Promise<RecordOf<T>> => {
  const decide: Decide<T> = (current) => {
    const record = withValues(current as object, { [DELETED_AT]: null }, context.now()) as RecordOf<T>
    refuseProblems(type, { record, previous: current })
    return record
  }
  const needed = { permission: type.permissions.delete, requirements: listRestoring(type) }
  return changeDeletion(context, type, { id, precondition }, { ...needed, decide })
}

/** C17.4: erases a record of the trash. @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, CONFLICT. */
export const purgeRecord = <T extends RecordType>(
  context: StoreContext,
  type: T,
  id: RecordId | null,
  precondition: Precondition<RecordOf<T>> = unconditional,
): Promise<void> => {
  const needed = { permission: getPurgePermission(type), requirements: listPurging(type) }
  return eraseRecord(context, type, { id, precondition }, needed)
}
