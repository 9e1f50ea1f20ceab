import { accept } from '../../rules/accept.ts'
import { isSame } from '../../rules/is-same.ts'
import { isOwner, type RecordId } from '../fields/field.ts'
import { beginSlug } from '../slugs/slug-values.ts'
import { deriveInitial } from './derived-values.ts'
import type { CreationFacts, RecordType } from './record-type.ts'
import type { NewOf, RecordOf } from './record-values.ts'

/** A record of any declared type, for code that serves all types. */
export interface AnyRecord {
  readonly id: RecordId
  readonly createdAt: Date
  readonly updatedAt?: Date | null
  readonly version?: number
  readonly ref?: string | null
}

type Values = Readonly<Record<string, unknown>>

const FIRST_VERSION = { updatedAt: null, ref: null, version: 1 }

/** The attributes of a record for which no client has given a value. */
export const initialAttributes = ({ attributes, manyLinks }: RecordType, creator: unknown = null): Values =>
  Object.fromEntries([
    ...Object.entries(attributes).map(([name, field]) => [name, isOwner(field) ? creator : field.initial]),
    ...manyLinks.map(({ attribute, field }) => [attribute, field.initial]),
  ])

/** Creates a record from the input. @throws BAD_USER_INPUT. */
export const newRecord = <T extends RecordType>(
  type: T,
  given: NewOf<T>,
  { id, now, creator }: CreationFacts & { readonly id: RecordId },
): RecordOf<T> => {
  const accepted = accept(type.rules, given)
  const values = {
    ...initialAttributes(type, creator),
    ...accepted,
    ...deriveInitial(type, accepted),
    ...beginSlug(type, accepted),
  }
  const versioned = type.isFixed ? {} : FIRST_VERSION
  // `accept` has checked each attribute by the rule of its field.
  return { id, ...values, createdAt: now, ...versioned } as RecordOf<T>
}

/** The next version of a record with these values; the same record if no value differs. */
export const withValues = <R>(current: R, values: object, now: Date): R => {
  const before = current as Values & AnyRecord
  const differs = Object.entries(values).some(([name, value]) => !isSame(value, before[name]))
  return differs ? { ...current, ...values, updatedAt: now, version: (before.version ?? 0) + 1 } : current
}
