import { authorize, createRefusal, may, mayOnAny, withCredential } from '../access.ts'
import type { Context } from '../context.ts'
import type { Permission } from '../content-policy.ts'
import { notFound } from '../errors.ts'
import { unconditional, type Precondition } from '../precondition.ts'
import type { RecordId } from './field.ts'
import { newRecord, nextVersion } from './record-changes.ts'
import type { ChangeOf, NewOf, RecordOf, RecordType } from './record-type.ts'

/** Refuses a caller who has the permission on no record at all. @throws UNAUTHENTICATED, FORBIDDEN. */
const authorizeAny = (context: Context, permission: Permission): void => {
  withCredential(context)
  if (!mayOnAny(context, permission)) throw createRefusal(context, permission)
}

/** The locked record decides: a record that the caller may neither read nor write does not exist. @throws NOT_FOUND, FORBIDDEN. */
const authorizeOn = (context: Context, type: RecordType, permission: Permission, current: object): void => {
  if (may(context, permission, current)) return
  throw may(context, type.permissions.read, current)
    ? createRefusal(context, permission)
    : notFound(type.word)
}

/** @throws UNAUTHENTICATED, FORBIDDEN. */
export const authorizeCreation = (context: Context, { permissions }: RecordType): void => {
  withCredential(context)
  authorize(context, permissions.write, {})
}

/** @throws UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, CONFLICT. */
export const createRecord = async <T extends RecordType>(
  context: Context,
  type: T,
  given: NewOf<T>,
): Promise<RecordOf<T>> => {
  authorizeCreation(context, type)
  const store = context.stores.records(type)
  return store.add(newRecord(type, given, { id: store.nextId(), now: context.now() }))
}

export interface RecordUpdate<T> {
  /** Null for an id that no record can have. */
  readonly id: RecordId | null
  readonly change: ChangeOf<T>
  readonly precondition: Precondition<RecordOf<T>>
}

/** @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, CONFLICT, BAD_USER_INPUT. */
export const updateRecord = async <T extends RecordType>(
  context: Context,
  type: T,
  { id, change, precondition }: RecordUpdate<T>,
): Promise<RecordOf<T>> => {
  authorizeAny(context, type.permissions.write)
  const decide = (current: RecordOf<T>) => {
    authorizeOn(context, type, type.permissions.write, current as object)
    precondition(current)
    return nextVersion(type, current, { change, now: context.now() })
  }
  const changed = id && (await context.stores.records(type).change(id, decide))
  if (!changed) throw notFound(type.word)
  return changed
}

/** @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, CONFLICT. */
export const deleteRecord = async <T extends RecordType>(
  context: Context,
  type: T,
  id: RecordId | null,
  precondition: Precondition<RecordOf<T>> = unconditional,
): Promise<void> => {
  authorizeAny(context, type.permissions.delete)
  const decide = (current: RecordOf<T>) => {
    authorizeOn(context, type, type.permissions.delete, current as object)
    precondition(current)
  }
  const isRemoved = id && (await context.stores.records(type).remove(id, decide))
  if (!isRemoved) throw notFound(type.word)
}
