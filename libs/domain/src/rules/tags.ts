import { InvalidValue } from './errors.ts'
import { countCodePoints, limitItems, requireStorable, requireVisible } from './text.ts'

const MAX_TAGS = 20
const MAX_TAG_LENGTH = 50
/**
 * The most UTF-16 units of a tag before its normalisation, including blanks around it: normalisation takes quadratic
 * time for a long run of combining characters.
 */
export const MAX_SENT_TAG_LENGTH = 500

const LENGTHS = `1 to ${MAX_TAG_LENGTH} characters`

/** C4.1: trimmed, NFC, lower-cased. The argument `tag` of a list has the same normalisation (C5.1). */
export const normalizeTag = (text: string): string => {
  if (text.length > MAX_SENT_TAG_LENGTH) throw new InvalidValue(`must have ${LENGTHS}`)
  return requireStorable(text).normalize('NFC').toLowerCase().normalize('NFC').trim()
}

const isTooLong = (tag: string): boolean => tag.length > MAX_SENT_TAG_LENGTH
const hasWrongLength = (tag: string): boolean => tag === '' || countCodePoints(tag) > MAX_TAG_LENGTH

/** C4.1: at most 20 tags of 1–50 characters each, without duplicates, in the given order. */
export const tags = (given: readonly string[]): readonly string[] => {
  if (limitItems(given).some(isTooLong)) throw new InvalidValue(`must each have ${LENGTHS}`)
  const normal = [...new Set(given.map(normalizeTag))]
  if (normal.some(hasWrongLength)) throw new InvalidValue(`must each have ${LENGTHS}`)
  normal.forEach(requireVisible)
  if (normal.length > MAX_TAGS) throw new InvalidValue(`must be at most ${MAX_TAGS} tags`)
  return normal
}
