import { InvalidValue } from '../errors.ts'
import { codePoints, storable } from '../text.ts'

const MAX_TAGS = 20
const MAX_TAG_LENGTH = 50

/** C4.1: trimmed, NFC, lower-cased. The argument `tag` of a list is normalised the same way (C5.1). */
export const normalTag = (text: string): string => text.normalize('NFC').toLowerCase().normalize('NFC').trim()

/** C4.1: at most 20 tags of 1–50 characters each; duplicates dropped, order kept. */
export const tags = (given: readonly string[]): readonly string[] => {
  const normal = [...new Set(given.map((tag) => normalTag(storable(tag))))]
  if (normal.some((tag) => tag === '' || codePoints(tag) > MAX_TAG_LENGTH))
    throw new InvalidValue(`must each have 1 to ${MAX_TAG_LENGTH} characters`)
  if (normal.length > MAX_TAGS) throw new InvalidValue(`must be at most ${MAX_TAGS} tags`)
  return normal
}
