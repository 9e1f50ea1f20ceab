import { createHash } from 'node:crypto'
import { isObject } from '../../rules/is-object.ts'
import type { UserId } from '../../rules/ids.ts'
import type { RecordId } from '../fields/field.ts'

type Values = Readonly<Record<string, unknown>>

/** A user, and the record of which the user has at most one draft. */
export interface DraftKey {
  readonly recordId: RecordId
  readonly userId: UserId
}

/** C17.6: unpublished work of one user on a record. */
export interface Draft extends DraftKey {
  /** The version of the record at the first save. */
  readonly baseVersion: number
  readonly changedAt: Date
  /**
   * By the names of inputs, in the form of JSON. A group has the members that the user has sent. The ids of links in parts are there
   * a second time, under the names of their lists.
   */
  readonly values: Values
  /** For each field, a digest of the value that its user saw in the record when the field was saved. */
  readonly digests: Readonly<Record<string, string>>
}

/** JSON in the database keeps no order of members. */
const sortMembers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (!isObject(value)) return value
  const names = Object.keys(value).toSorted()
  return Object.fromEntries(names.map((name) => [name, sortMembers((value as Values)[name])]))
}

/** 128 bits, so that no two values of a field have the same digest. */
const DIGEST_CHARACTERS = 22

/** The digest of a value in the form of JSON. */
export const digestValue = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sortMembers(value)))
    .digest('base64url')
    .slice(0, DIGEST_CHARACTERS)

/** The names of the saved fields whose values in the record differ now. */
export const listStale = (
  digests: Draft['digests'],
  seen: Values,
  names: readonly string[],
): readonly string[] =>
  names.filter((name) => Object.hasOwn(digests, name) && digests[name] !== digestValue(seen[name] ?? null))
