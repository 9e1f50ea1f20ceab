import { accept } from '../accept.ts'
import type { RecordId } from './field.ts'
import type { ChangeOf, NewOf, RecordOf, RecordType } from './record-type.ts'

/** Any record of a declared type, for code that knows no single type. */
export interface AnyRecord {
  readonly id: RecordId
  readonly createdAt: Date
  readonly updatedAt?: Date | null
  readonly version?: number
}

const FIRST_VERSION = { updatedAt: null, ref: null, version: 1 }

/** Null for each attribute. */
export const emptyAttributes = ({ attributes }: RecordType): Readonly<Record<string, null>> =>
  Object.fromEntries(Object.keys(attributes).map((name) => [name, null]))

/** Makes a record of the input. @throws BAD_USER_INPUT. */
export const newRecord = <T extends RecordType>(
  type: T,
  given: NewOf<T>,
  { id, now }: { readonly id: RecordId; readonly now: Date },
): RecordOf<T> => {
  const accepted = accept(type.rules, given)
  const versioned = type.isFixed ? {} : FIRST_VERSION
  // `accept` has checked each attribute by the rule of its field.
  return { id, ...emptyAttributes(type), ...accepted, createdAt: now, ...versioned } as RecordOf<T>
}

/** The next version of a record; the same record if the change changes nothing. @throws BAD_USER_INPUT. */
export const nextVersion = <T extends RecordType>(
  type: T,
  current: RecordOf<T>,
  { change, now }: { readonly change: ChangeOf<T>; readonly now: Date },
): RecordOf<T> => {
  const accepted: Readonly<Record<string, unknown>> = accept(type.rules, change)
  const before = current as Readonly<Record<string, unknown>> & AnyRecord
  const differs = Object.entries(accepted).some(([name, value]) => value !== before[name])
  return differs ? { ...current, ...accepted, updatedAt: now, version: (before.version ?? 0) + 1 } : current
}
