import { USER_ROLES } from '../../access/role-names.ts'
import { createDateRule } from '../../rules/date.ts'
import { checkDecimal } from '../../rules/decimal.ts'
import { InvalidValue } from '../../rules/errors.ts'
import { MAX_SENT_TAG_LENGTH, normalizeTag } from '../../rules/tags.ts'
import { createTextRule, quote } from '../../rules/text.ts'
import { pointInTime, timestamp } from '../../rules/time.ts'
import { adviseName, findWord } from '../../rules/similar-name.ts'
import type { ValueKind } from '../../model/fields/field-kinds.ts'
import type { ValueMember } from './list-members.ts'
import { isSlot } from './slot.ts'

/** C13.1: the most characters of a text in a filter. */
const LONGEST_TEXT = 1_000
/** The integers of 32 bits. */
export const INTEGER_RANGE = { least: -2_147_483_648, most: 2_147_483_647 } as const

const requireType = <Value>(isOfType: (value: unknown) => value is Value, what: string) => {
  return (value: unknown): Value => {
    if (isOfType(value)) return value
    throw new InvalidValue(`must be ${what}`)
  }
}

const requireText = requireType((value) => typeof value === 'string', 'a text')
const requireFlag = requireType((value) => typeof value === 'boolean', 'true or false')
const requireNumber = requireType(
  (value): value is number => typeof value === 'number' && Number.isFinite(value),
  'a number',
)
const requireInteger = requireType(
  (value): value is number =>
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= INTEGER_RANGE.least &&
    value <= INTEGER_RANGE.most,
  `an integer from ${INTEGER_RANGE.least} to ${INTEGER_RANGE.most}`,
)

const checkDate = createDateRule()
const checkLength = createTextRule(0, LONGEST_TEXT)

/** C13.5: over REST, words are in any case; the schema of GraphQL has checked its words. */
const requireWord = (words: readonly string[], value: unknown): string => {
  const given = requireText(value)
  const word = findWord(words, given)
  if (word !== undefined) return word
  throw new InvalidValue(`cannot be ${quote(given)}; ${adviseName(given, words)}`)
}

/** C2.1: a malformed id is the id of no record, and matches nothing: it is null. */
const parseId = ({ parseId: parse = () => null }: ValueMember, value: unknown): unknown =>
  parse(typeof value === 'number' ? String(value) : requireText(value))

/** No list has a text that is longer than the longest one that clients may send. */
const readListed = (text: string): string =>
  checkLength(text).length > MAX_SENT_TAG_LENGTH ? text : normalizeTag(text)

/** GraphQL has read a date as the midnight that begins it. */
const readDate = (value: unknown): string => checkDate(value instanceof Date ? value : requireText(value))

const readDecimal = (value: unknown): string => checkDecimal(checkLength(requireText(value)))

/** Lists have times as texts. */
const readItem = (member: ValueMember, given: unknown): unknown => {
  const { item = 'text' } = member
  const value = READ[item](given, member)
  return value instanceof Date ? timestamp(value) : value
}

const READ: Readonly<Record<ValueKind, (value: unknown, member: ValueMember) => unknown>> = {
  id: (value, member) => parseId(member, value),
  text: (value) => checkLength(requireText(value)),
  integer: requireInteger,
  number: requireNumber,
  time: (value) => pointInTime(requireText(value)),
  date: (value) => readDate(value),
  decimal: (value) => readDecimal(value),
  flag: requireFlag,
  choice: (value, { words = USER_ROLES }) => requireWord(words, value),
  // The only operator takes a flag.
  json: (value) => value,
  texts: (value) => readListed(requireText(value)),
  list: (value, member) => readItem(member, value),
  // The only operator takes a flag.
  parts: (value) => value,
}

/** A value that a record is compared with; null for the id of no record. @throws InvalidValue. */
export const readValue = (member: ValueMember, value: unknown): unknown =>
  isSlot(value) ? value : READ[member.values](value, member)

/** A text that is a part of another text. @throws InvalidValue. */
export const readPart = (value: unknown): string =>
  // A slot stands for a text.
  isSlot(value) ? (value as unknown as string) : checkLength(requireText(value))

export const readFlag = requireFlag
