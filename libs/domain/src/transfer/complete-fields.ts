import { isDeletionTime } from '../model/trash/trash.ts'
import type { Field } from '../model/fields/field.ts'
import { LIKES } from '../model/counters/counters.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { integer, type Rules } from '../rules/accept.ts'
import { number } from '../model/fields/typed-rule.ts'
import { createMemberRules } from './line-rules.ts'

/** Edits count a version up, and its column is an integer of 32 bits. */
const MOST_VERSION = 1_000_000_000

/** Lines of likes give the number of likes. */
const isMoved = (type: RecordType, [member, field]: readonly [string, Field]): boolean =>
  (field.kind === 'counter' && !(type.takesLikes && member === LIKES)) ||
  field.isMoved === true ||
  isDeletionTime(type, member)

/** C17.10: the fields that only the lines of a complete export have, beside `version`. */
export const listCompleteFields = (type: RecordType): readonly (readonly [string, Field])[] =>
  Object.entries(type.fields).filter((entry) => isMoved(type, entry))

/** C17.5: counters, which readers change: an import raises them, and they make no version. */
export const listMovedCounters = (type: RecordType): readonly string[] =>
  listCompleteFields(type).flatMap(([member, { kind }]) => (kind === 'counter' ? [member] : []))

/** The rules of the members that only a complete export writes. */
export const createCompleteRules = (type: RecordType): Rules => ({
  ...createMemberRules(Object.fromEntries(listCompleteFields(type))),
  ...(type.isFixed ? {} : { version: number(integer(1, MOST_VERSION)) }),
})
