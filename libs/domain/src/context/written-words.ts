import { PRICES, type Quota } from './quota.ts'

/** C15.12: so many words of a request are free, and so many more cost one request. */
const FREE_WORDS = 1_000
const WORDS_OF_A_CHARGE = 1_000

const WORD = /[\p{L}\p{N}]+/gu
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** 500,000 characters of two units: an operation refuses a longer text. */
const MOST_COUNTED = 1_000_000

/** `test` makes no object for a word, and begins behind the word before it. */
const countWords = (text: string): number => {
  if (ID.test(text)) return 0
  let count = 0
  const counted = text.slice(0, MOST_COUNTED)
  WORD.lastIndex = 0
  while (WORD.test(counted)) count += 1
  return count
}

/** The words of all texts in an input, at any depth. The id of a record is no text. */
export const countInputWords = (input: unknown): number => {
  const left = [input]
  let count = 0
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string') count += countWords(value)
    else if (typeof value === 'object' && value !== null)
      for (const each of Object.values(value)) left.push(each)
  }
  return count
}

const price = (words: number): number =>
  Math.max(0, Math.ceil((words - FREE_WORDS) / WORDS_OF_A_CHARGE)) * PRICES.thousandWords

/** Adds up the words of all operations of a request, and charges for them. */
export const createWordCharge = (charge: Quota['charge']): Quota['addWords'] => {
  let total = 0
  return async (words) => {
    const before = price(total)
    total += words
    if (price(total) > before) await charge(price(total) - before)
  }
}
