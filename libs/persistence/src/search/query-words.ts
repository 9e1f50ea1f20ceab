import type { Corrections } from './known-words.ts'

/** One word or quoted phrase of a search, and whether it is to be left out. */
export interface Term {
  readonly text: string
  readonly isPhrase: boolean
  readonly isNegated: boolean
}

const TERM = /(-?)(?:"([^"]*)"|([^\s"]+))/g
const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** More words than this are not looked up one by one. */
const MAX_TERMS = 32

/** C5.3: a dash between blanks is not an operator. */
export const removeLoneDashes = (search: string): string => search.replaceAll(/(?<!\S)-+(?!\S)/g, ' ')

/**
 * The terms of a search in the syntax of `websearch_to_tsquery`, as alternatives (`or`) of terms that all
 * have to be there.
 */
export const parseAlternatives = (search: string): readonly (readonly Term[])[] => {
  const alternatives: Term[][] = [[]]
  for (const [, minus, phrase, word = ''] of [...search.matchAll(TERM)].slice(0, MAX_TERMS)) {
    if (word.toLowerCase() === 'or' && !minus) alternatives.push([])
    else
      alternatives
        .at(-1)
        ?.push({ text: phrase ?? word, isPhrase: phrase !== undefined, isNegated: minus === '-' })
  }
  return alternatives.filter((terms) => terms.length > 0)
}

/** Longer runs of characters without a blank are no words that somebody types. */
const LONGEST_CORRECTED = 80

/** Quoted and excluded words are not corrected. */
const isCorrectable = ({ text, isPhrase, isNegated }: Term): boolean =>
  !isPhrase && !isNegated && text.length <= LONGEST_CORRECTED

/** The words of a term that may be misspelt: two of `crates.io` or `safety-critical`. */
export const listCorrectableWords = (term: Term): readonly string[] =>
  isCorrectable(term) ? (term.text.match(WORD) ?? []) : []

/** The text of the term once for each correction of one of its words. */
export const listCorrectedTexts = (term: Term, corrections: Corrections): readonly string[] => {
  if (!isCorrectable(term)) return []
  return [...term.text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const [before, behind] = [term.text.slice(0, index), term.text.slice(index + word.length)]
    return (corrections.get(word) ?? []).map((known) => before + known + behind)
  })
}

/** Words as a text is compared by: lower case, without accents, one space between them. */
export const normalizeWords = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
