/** One word or quoted phrase of a search, and whether it is to be left out. */
export interface Term {
  readonly text: string
  readonly isPhrase: boolean
  readonly isNegated: boolean
}

const TERM = /(-?)(?:"([^"]*)"|([^\s"]+))/g

/** More words than this are not looked up one by one. */
const MAX_TERMS = 32

/**
 * The terms of a search in the syntax of `websearch_to_tsquery`, as alternatives (`or`) of terms that all
 * have to be there.
 */
export const alternativesOf = (search: string): readonly (readonly Term[])[] => {
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

/** A word as the dictionary of known words writes it: lower case, without accents. */
export const folded = (word: string): string =>
  word
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

/** Words as a text is compared by: lower case, without accents, one space between them. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
