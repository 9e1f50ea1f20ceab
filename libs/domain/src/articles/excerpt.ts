const LENGTH = 200

/** Contains at least 200 characters of plain text; the derivation of an excerpt must not read 500,000 characters. */
const SOURCE = 4_000

/**
 * Parts that can be longer than SOURCE and that a reader does not see: comments, and the addresses of links and images
 * (`data:` addresses have many thousands of characters). Both patterns read any text once.
 */
const LONG: readonly (readonly [RegExp, string])[] = [
  [/<!--[\s\S]*?(-->|$)/g, ' '],
  [/\]\([^()\s]{200,}\)/g, ']()'],
]

/* eslint-disable regexp/no-super-linear-move -- the patterns read at most SOURCE characters */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/^(```|~~~).*$/gm, ' '], // fences, whose code stays
  [/^ {0,3}\[[^\]\n]+\]:.*$/gm, ' '], // link definitions
  [/^ {0,3}(#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+/gm, ''], // headings, quotes, list items
  [/^ {0,3}([-*_=])([ \t]*\1){2,}[ \t]*$/gm, ' '], // rules and underlines of headings
  [/!\[([^\]]*)\](\([^)\n]*\)|\[[^\]\n]*\])?/g, '$1'], // images
  [/\[([^\]]+)\](\([^)\n]*\)|\[[^\]\n]*\])/g, '$1'], // links
  [/<(https?:[^>\s]+)>/g, '$1'], // autolinks
  [/<\/?[A-Za-z][^<>]*>/g, ' '], // HTML
  [/(\*\*|__|~~|`+)/g, ''], // strong, strikethrough, code
  [/(^|[\s(])[*_](?=\S)|(?<=[^\s\\])[*_](?=[\s.,;:!?)]|$)/g, '$1'], // emphasis
  [/\\([!-/:-@[-`{-~])/g, '$1'], // escapes
  [/\s+/g, ' '],
]
/* eslint-enable regexp/no-super-linear-move */

/** The text that a reader sees of the beginning of a Markdown document, on one line. */
export const extractPlainText = (markdown: string): string =>
  replaceAll(PLAIN, replaceAll(LONG, markdown).slice(0, SOURCE)).trim()

const replaceAll = (replacements: typeof PLAIN, text: string): string =>
  replacements.reduce((left, [pattern, replacement]) => left.replaceAll(pattern, replacement), text)

const graphemes = new Intl.Segmenter()

/** The beginning of a text of at most `LENGTH` code points, which ends between two signs that a reader sees. */
const cutBetweenGraphemes = (characters: readonly string[]): string => {
  const text = characters.slice(0, 2 * LENGTH).join('')
  const most = characters.slice(0, LENGTH).join('').length
  let end = 0
  for (const { index, segment } of graphemes.segment(text)) {
    if (index + segment.length > most) break
    end = index + segment.length
  }
  // No sign that a reader sees is as long as an excerpt.
  return text.slice(0, end || most)
}

/** C4.1: the first 200 characters of the plain text, cut at a word, with `…` added (not counted). */
export const deriveExcerpt = (markdown: string): string => {
  const characters = [...extractPlainText(markdown).toWellFormed()]
  if (characters.length <= LENGTH) return characters.join('')
  const start = characters.slice(0, LENGTH).join('')
  const wordEnd = characters[LENGTH] === ' ' ? start.length : start.lastIndexOf(' ')
  const cut = wordEnd > 0 ? start.slice(0, wordEnd) : cutBetweenGraphemes(characters)
  return `${cut.trimEnd()}…`
}
