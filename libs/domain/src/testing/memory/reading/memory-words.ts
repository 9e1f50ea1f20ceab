import { readSearchedTexts, type SearchedText } from '../../../model/fields/searched-texts.ts'
import type { SearchedType } from '../../../model/searched-types.ts'
import type { Row } from '../../../reading/reading.ts'

export const foldText = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The words of texts, because each search reads all texts; it forgets them when they have this many characters. */
const MOST_CHARACTERS = 10_000_000
const wordsByText = new Map<string, readonly string[]>()
let characters = 0

export const listWords = (text: string): readonly string[] => {
  const known = wordsByText.get(text)
  if (known !== undefined) return known
  const words = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
  characters += text.length
  if (characters > MOST_CHARACTERS) {
    wordsByText.clear()
    characters = text.length
  }
  wordsByText.set(text, words)
  return words
}

export const joinTexts = (row: Row, texts: readonly SearchedText[]): string =>
  texts.flatMap((text) => readSearchedTexts(text, row[text.attribute])).join(' ')

/** C20.3: whether a word is one of those of a record, or the beginning of one if somebody still types it. */
const createMatch =
  (typed: readonly string[], known: ReadonlySet<string>) =>
  (word: string, place: number): boolean =>
    known.has(word) ||
    (place === typed.length - 1 && word.length > 2 && [...known].some((each) => each.startsWith(word)))

/** C20.3: whether a record has all words of a text. */
export const createWordsTest = ({ texts }: SearchedType, words: string): ((row: Row) => boolean) => {
  const typed = listWords(words)
  return (row) => {
    const known = new Set(listWords(joinTexts(row, texts)))
    return typed.length > 0 && typed.every(createMatch(typed, known))
  }
}
