/** One word or quoted phrase of a search, and whether the search excludes it. */
export interface Term {
  readonly text: string
  readonly isPhrase: boolean
  readonly isNegated: boolean
}

const TERM = /(-?)(?:"([^"]*)"|([^\s"]+))/g

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

/** A word that somebody still types: letters and digits alone, and enough of them that few words begin so. */
const BEGINNING = /(?:^|\s)(?<word>[\p{L}\p{N}]{3,50})$/u

/** The text before its last word, and this word, with which a longer word can begin; null for another ending. */
export const splitBeginning = (search: string): { readonly before: string; readonly word: string } | null => {
  const hasOpenPhrase = search.split('"').length % 2 === 0
  const found = hasOpenPhrase ? null : BEGINNING.exec(search)
  const word = found?.groups?.['word']
  return word === undefined ? null : { before: search.slice(0, -word.length), word }
}
