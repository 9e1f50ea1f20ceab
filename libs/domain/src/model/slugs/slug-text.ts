import anyAscii from 'any-ascii'
import { InvalidValue } from '../../rules/errors.ts'
import { quote } from '../../rules/text.ts'

export const LONGEST_SLUG = 100
export const SLUG_PATTERN = '^[a-z0-9]+(-[a-z0-9]+)*$'

const SLUG = new RegExp(SLUG_PATTERN)
/** A text in the form of an id (C2.1): addresses take either. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What addresses below that of a type mean already: those of REST, of the studio, and of the pages of teams. */
const RESERVED: ReadonlySet<string> = new Set(['actions', 'by-ref', 'by-slug', 'counts', 'edit', 'new'])

/** Whether a text has the form of a slug. */
export const isSlugText = (text: string): boolean => text.length <= LONGEST_SLUG && SLUG.test(text)

const isReserved = (slug: string): boolean => RESERVED.has(slug) || ID.test(slug)

/** C17.7: the rule of a slug that a client sends. */
export const checkSlug = (text: string): string => {
  if (text.length > LONGEST_SLUG) throw new InvalidValue(`must have at most ${LONGEST_SLUG} characters`)
  if (!SLUG.test(text))
    throw new InvalidValue('must consist of small letters a to z and digits, with single dashes between them')
  if (isReserved(text)) throw new InvalidValue(`${quote(text)} is reserved; choose another one`)
  return text
}

/** The longest slug has 100 characters, and a word of any language has fewer than ten times as many in ASCII. */
const READ = 1_000
/** Letters with their marks, and digits. Signs such as emoji have names in ASCII, which nobody wants in an address. */
const OTHERS = /[^\p{L}\p{M}\p{N}'’]+/gu

/** The beginning of words that dashes join, cut between two words if it has several. */
const cut = (words: string, most: number): string => {
  if (words.length <= most) return words
  const start = words.slice(0, most)
  const end = words.charAt(most) === '-' ? most : start.lastIndexOf('-')
  return start.slice(0, end > 0 ? end : most)
}

/** C17.7: the slug of a text. `word` is that of a text without letters and digits. */
export const deriveSlug = (text: string, word: string): string => {
  const ascii = anyAscii(text.slice(0, READ).toWellFormed().replaceAll(OTHERS, ' ')).replaceAll("'", '')
  const words = ascii.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return cut(words.join('-') || toWords(word), LONGEST_SLUG)
}

/** `blog-post` for `blogPost`. */
const toWords = (word: string): string => word.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const LAST_NUMBER = 20

const withEnd = (slug: string, end: string): string => `${cut(slug, LONGEST_SLUG - end.length)}${end}`

/** C17.7: what a record can get in the place of a derived slug that is taken; `random` has six characters. */
export const listSlugs = (derived: string, random: string): readonly string[] => {
  const numbered = Array.from({ length: LAST_NUMBER - 1 }, (_, place) => withEnd(derived, `-${place + 2}`))
  return [derived, ...numbered, withEnd(derived, `-${random}`)].filter((slug) => !isReserved(slug))
}
