import type { Corrections } from './known-words.ts'

/** One word or quoted phrase of a search, and whether the search excludes it. */
export interface Term {
  readonly text: string
  readonly isPhrase: boolean
  readonly isNegated: boolean
}

const TERM = /(-?)(?:"([^"]*)"|([^\s"]+))/g
const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** A search with more words has no look-up of single words. */
const MAX_TERMS = 32

/** C5.3: a dash between blanks is not an operator. */
export const removeLoneDashes = (search: string): string => search.replaceAll(/(?<!\S)-+(?!\S)/g, ' ')

/**
 * The terms of a search in the syntax of `websearch_to_tsquery`: alternatives (`or`), each a list of terms that a
 * record must all contain.
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

/** Whether the search has only excluded words: no index knows the records without a word. */
export const excludesOnly = (search: string): boolean => {
  const terms = parseAlternatives(search).flat()
  return terms.length > 0 && terms.every(({ isNegated }) => isNegated)
}

/** A longer run of characters without a blank is not a typed word. */
const LONGEST_CORRECTED = 80

/** The search does not correct quoted and excluded words. */
const isCorrectable = ({ text, isPhrase, isNegated }: Term): boolean =>
  !isPhrase && !isNegated && text.length <= LONGEST_CORRECTED

/** The words of a term that may be misspelt: `crates.io` and `safety-critical` have two each. */
export const listCorrectableWords = (term: Term): readonly string[] =>
  isCorrectable(term) ? (term.text.match(WORD) ?? []) : []

/** The text of the term for each correction of one of its words. */
export const listCorrectedTexts = (term: Term, corrections: Corrections): readonly string[] => {
  if (!isCorrectable(term)) return []
  return [...term.text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const [before, behind] = [term.text.slice(0, index), term.text.slice(index + word.length)]
    return (corrections.get(word) ?? []).map((known) => before + known + behind)
  })
}

/** The form of words for comparisons: lower case, without accents, with one space between words. */
export const normalizeWords = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
