import { or, where, type Condition } from '@content-service/authz'
import { authorizeOnAll, type PolicyContext } from '../access/access.ts'
import type { Clock, StoreContext } from '../context/context.ts'
import type { Precondition } from '../context/precondition.ts'
import type { RecordId } from '../model/fields/field.ts'
import type { RecordType } from '../model/types/record-type.ts'
import type { ChangeOf, NewOf, RecordOf } from '../model/types/record-values.ts'
import { badValue, ContentError, InvalidValue } from '../rules/errors.ts'
import { checkRef } from '../rules/text.ts'
import { createRecord, updateRecord } from './record-operations.ts'

/** What the record with the ref gets. */
export interface RecordUpsert<T> {
  /** Called after the caller has the right. @throws the refusal of an unreadable request. */
  readonly readRef: () => string
  readonly given: NewOf<T>
  /** The precondition on the record with this id, or on no record. */
  readonly prepare: (id: RecordId | null) => Promise<Precondition<RecordOf<T> | null>>
}

/** C14.4: the written record, and whether it is new. */
export interface Upserted<T> {
  readonly record: RecordOf<T>
  readonly isNew: boolean
}

/** Other requests can add and delete the record between the look-up and the write, so that the look-up is repeated. */
const MOST_TRIES = 3

/** C14.4: asked before any look-up, so that no caller can try out refs. @throws UNAUTHENTICATED, FORBIDDEN. */
const authorizeUpsert = (context: PolicyContext, { permissions }: RecordType): void => {
  for (const permission of new Set([permissions.write, permissions.create]))
    authorizeOnAll(context, permission)
}

const filterByRef = (type: RecordType, ref: string): Condition => {
  const record = where<{ readonly id: string; readonly ref: string }>()
  const id = type.parseId(ref)
  return id === null ? record.ref.eq(ref) : or(record.ref.eq(ref), record.id.eq(String(id)))
}

/** The record with the ref; otherwise the record with this id, as an import finds it (C10.6). */
const findByRef = async (
  { stores }: StoreContext,
  type: RecordType,
  ref: string,
): Promise<RecordId | null> => {
  const rows = await stores.reader.find({
    from: type.plural,
    where: filterByRef(type, ref),
    orderBy: [],
    window: { limit: 2, offset: 0 },
    select: { fields: ['id', 'ref'] },
  })
  const found = rows.find((row) => row['ref'] === ref) ?? rows[0]
  return (found?.['id'] as RecordId | undefined) ?? null
}

/** Whether the record can have been added or deleted after the look-up. */
const isRaced = (error: unknown): boolean =>
  error instanceof ContentError && ['CONFLICT', 'NOT_FOUND'].includes(error.code)

const parseRef = (ref: string): string => {
  try {
    return checkRef(ref)
  } catch (error) {
    throw error instanceof InvalidValue ? badValue(['ref'], error.message) : error
  }
}

/** An upsert with its ref, and the id of the record that has it. */
interface NamedRecord<T> extends Pick<RecordUpsert<T>, 'given' | 'prepare'> {
  readonly ref: string
  readonly id: RecordId | null
}

const write = async <T extends RecordType>(
  context: StoreContext & Clock,
  type: T,
  { id, ref, given, prepare }: NamedRecord<T>,
): Promise<Upserted<T>> => {
  const precondition = await prepare(id)
  if (id !== null) {
    // A new record has the inputs of a change.
    const update = { id, change: given as ChangeOf<T>, precondition }
    return { record: await updateRecord(context, type, update), isNew: false }
  }
  precondition(null)
  return { record: await createRecord(context, type, given, { ref }), isNew: true }
}

/**
 * C14.4: changes the record with the ref, in which members that are left out stay, or creates it.
 * @throws UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, CONFLICT.
 */
export const upsertRecord = async <T extends RecordType>(
  context: StoreContext & Clock,
  type: T,
  { readRef, given, prepare }: RecordUpsert<T>,
): Promise<Upserted<T>> => {
  authorizeUpsert(context, type)
  const ref = parseRef(readRef())
  let id = await findByRef(context, type, ref)
  for (let tries = 1; ; tries += 1)
    try {
      return await write(context, type, { id, ref, given, prepare })
    } catch (error) {
      const next = tries < MOST_TRIES && isRaced(error) ? await findByRef(context, type, ref) : id
      if (next === id) throw error
      id = next
    }
}
