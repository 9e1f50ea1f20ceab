import { parseAlternatives, type Term } from '../documents/typed-words.ts'
import type { Corrections } from './known-words.ts'

const WORD = /[\p{L}\p{M}\p{N}]+/gu

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
