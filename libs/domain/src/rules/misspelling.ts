/** C5.3: the lengths, in letters, from which on a word may be misspelt, and two of its letters swapped. */
const SHORTEST_WORD = 5
const SHORTEST_SWAPPED = 6

/** The numbers of letters from which on a word may be misspelt, and two of its letters swapped. */
interface Lengths {
  readonly shortest: number
  readonly swapped: number
}

const OF_WORDS: Lengths = { shortest: SHORTEST_WORD, swapped: SHORTEST_SWAPPED }

/** C5.3: whether one replaced, missing or doubled letter, or two swapped neighbours, turn the word into `typed`. */
export const isMisspelling = (
  typed: string,
  word: string,
  { shortest, swapped }: Lengths = OF_WORDS,
): boolean => {
  if (word.length < shortest || Math.abs(typed.length - word.length) > 1) return false
  const start = findFirstDifference(typed, word)
  if (start === typed.length && start === word.length) return false
  const isRestSame = (ofTyped: number, ofWord: number): boolean =>
    typed.slice(start + ofTyped) === word.slice(start + ofWord)
  return (
    isRestSame(1, 1) ||
    isRestSame(0, 1) ||
    isRestSame(1, 0) ||
    (word.length >= swapped && isSwapped(typed, word, start))
  )
}

const findFirstDifference = (a: string, b: string): number => {
  let place = 0
  while (place < a.length && a[place] === b[place]) place += 1
  return place
}

const isSwapped = (typed: string, word: string, place: number): boolean =>
  typed[place] === word[place + 1] &&
  typed[place + 1] === word[place] &&
  typed.slice(place + 2) === word.slice(place + 2)
