/** Numbers from 0 to 1 that are the same in each run (mulberry32), so that two measurements can be compared. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Mistake = (word: string, place: number, letter: string) => string

const withLetters = (word: string, place: number, count: number, letters: string): string =>
  word.slice(0, place) + letters + word.slice(place + count)

/** C5.3: a mistake changes the letter at one place of a word, counted from 0. */
const MISTAKES = {
  dropped: (word, place) => withLetters(word, place, 1, ''),
  doubled: (word, place) => withLetters(word, place, 0, word.charAt(place)),
  swapped: (word, place) => withLetters(word, place, 2, word.charAt(place + 1) + word.charAt(place)),
  replaced: (word, place, letter) => withLetters(word, place, 1, letter),
} as const satisfies Record<string, Mistake>

export type MistakeKind = keyof typeof MISTAKES
export const MISTAKE_KINDS = Object.keys(MISTAKES) as MistakeKind[]

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'

/** The word with one mistake at a random place; the word has at least two different letters. */
export const misspell = (word: string, kind: MistakeKind, random: () => number): string => {
  for (;;) {
    const place = Math.floor(random() * (kind === 'swapped' ? word.length - 1 : word.length))
    const letter = ALPHABET.charAt(Math.floor(random() * ALPHABET.length))
    const misspelt = MISTAKES[kind](word, place, letter)
    if (misspelt.toLowerCase() !== word.toLowerCase()) return misspelt
  }
}
