import { InvalidValue } from './errors.ts'

/** Lengths are counted in Unicode code points (C2.5): an emoji is one character. */
export const countCodePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

// No PostgreSQL text can hold U+0000; lone surrogates have no UTF-8 form.
const NUL = '\u0000'

/** Refuses text that the database cannot hold (C2.5). */
export const requireStorable = (text: string): string => {
  if (text.includes(NUL)) throw new InvalidValue('must not contain the character U+0000')
  if (!text.isWellFormed()) throw new InvalidValue('must not contain half of a surrogate pair')
  return text
}

const MOST_REPEATED = 100

/** A value as a message quotes it: in quotes, and at most its first 100 characters. */
export const quote = (text: string): string =>
  JSON.stringify(text.length > MOST_REPEATED ? `${text.slice(0, MOST_REPEATED).toWellFormed()}…` : text)

/** C12.5: the most items of a list of words that a client sends, duplicates included. */
export const MAX_WORDS = 100

/** Refuses a list that is too long before the rule of an item sees it. */
export const limitItems = <Item>(items: readonly Item[]): readonly Item[] => {
  if (items.length > MAX_WORDS) throw new InvalidValue(`must be at most ${MAX_WORDS} items`)
  return items
}

/** A rule for text of `least` to `most` code points, which it keeps unchanged. */
export const createTextRule =
  (least: number, most: number) =>
  (text: string): string => {
    // A text of few UTF-16 units needs no count of code points.
    const length = text.length > most * 2 ? text.length : countCodePoints(requireStorable(text))
    if (length < least)
      throw new InvalidValue(least === 1 ? 'must not be empty' : `must have at least ${least} characters`)
    if (length > most) throw new InvalidValue(`must have at most ${most} characters`)
    return text
  }

/** C5.3: the most characters of the text of a search. */
export const MOST_SEARCHED = 1_000

/** A rule for words that a search looks for (C5.3). */
export const createWordsRule = (most: number): ((text: string) => string) => {
  const rightLength = createTextRule(1, most)
  return (text) => {
    rightLength(text)
    if (text.trim() === '') throw new InvalidValue('must not be blank')
    return text
  }
}

// eslint-disable-next-line no-control-regex -- this rule refuses control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/** C15.11: these characters change the direction of the text around them. */
const BIDIRECTIONAL = /[\u202a-\u202e\u2066-\u2069]/
/** C15.11: programs show these characters as the end of a line. */
const SEPARATORS = /[\u2028\u2029]/
/** Blanks and characters without a shape: default-ignorables, the Hangul filler and the blank of Braille. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\u3164\u2800]*$/u

/** C15.11: refuses text that deceives its readers. */
export const requireVisible = (text: string): string => {
  if (BIDIRECTIONAL.test(text))
    throw new InvalidValue(
      'must not contain characters that change the direction of text (U+202A–E, U+2066–9)',
    )
  if (SEPARATORS.test(text)) throw new InvalidValue('must not contain the line separators U+2028 and U+2029')
  if (INVISIBLE.test(text)) throw new InvalidValue('must not consist of invisible characters')
  return text
}

/** A rule for text of one line: no control characters, not blank, and nothing that deceives its readers. */
export const createLineRule = (most: number): ((text: string) => string) => {
  const rightLength = createTextRule(1, most)
  return (text) => {
    rightLength(text)
    if (CONTROL.test(text)) throw new InvalidValue('must not contain control characters')
    if (text.trim() === '') throw new InvalidValue('must not be blank')
    return requireVisible(text)
  }
}

/** The name of a record in other systems, in imports and upserts (C10.6, C14.4). */
export const checkRef = createLineRule(300)

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that is safe in HTML, between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] as string)
