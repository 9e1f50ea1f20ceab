import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMisspelling } from './misspelling.ts'

const letters = (minLength: number) =>
  fc.array(fc.constantFrom(...'abcde'), { minLength, maxLength: 12 }).map((all) => all.join(''))

/** All texts that one mistake makes of a word. */
const mistakes = (word: string): ReadonlySet<string> => {
  const places = [...word].map((_, place) => place)
  const made = places.flatMap((place) => {
    const [before, letter, behind] = [word.slice(0, place), word.charAt(place), word.slice(place + 1)]
    const swapped = before + behind.charAt(0) + letter + behind.slice(1)
    const others = [...'abcde'].flatMap((other) => [
      before + other + behind,
      before + other + letter + behind,
      word + other,
    ])
    return [before + behind, ...others, ...(word.length >= 6 && behind !== '' ? [swapped] : [])]
  })
  return new Set(made.filter((typed) => typed !== word))
}

describe('C5.3 a misspelt word', () => {
  test.each([
    ['redesing', 'redesign'],
    ['publihsing', 'publishing'],
    ['urst', 'rusty', false],
    ['rutsy', 'rusty', false],
    ['rstuup', 'rustup', false],
    ['rust', 'rusty'],
    ['rusttyy', 'rusty', false],
    ['rest', 'rust', false],
    ['announce', 'announce', false],
    ['', 'about', false],
  ])('%j for %j', (typed, word, isOne = true) => {
    expect(isMisspelling(typed, word)).toBe(isOne)
  })

  test('has exactly one mistake of these kinds', () => {
    fc.assert(
      fc.property(letters(5), letters(4), (word, typed) => {
        expect(isMisspelling(typed, word)).toBe(mistakes(word).has(typed))
      }),
    )
    fc.assert(
      fc.property(letters(5), (word) => {
        for (const typed of mistakes(word)) expect([typed, isMisspelling(typed, word)]).toEqual([typed, true])
      }),
    )
  })
})
