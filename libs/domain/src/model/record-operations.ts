import { authorize, withCredential } from '../access.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { unconditional, type Precondition } from '../precondition.ts'
import type { RecordId } from './field.ts'
import { newRecord, nextVersion } from './record-changes.ts'
import type { ChangeOf, NewOf, RecordOf, RecordType } from './record-type.ts'

/** @throws UNAUTHENTICATED, FORBIDDEN. */
export const authorizeWrite = (context: Context, { permissions }: RecordType): void => {
  withCredential(context)
  authorize(context, permissions.write, {})
}

/** @throws UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, CONFLICT. */
export const createRecord = async <T extends RecordType>(
  context: Context,
  type: T,
  given: NewOf<T>,
): Promise<RecordOf<T>> => {
  authorizeWrite(context, type)
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
  authorizeWrite(context, type)
  const decide = (current: RecordOf<T>) => {
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
  authorizeWrite(context, type)
  const isRemoved = id && (await context.stores.records(type).remove(id, precondition))
  if (!isRemoved) throw notFound(type.word)
}
