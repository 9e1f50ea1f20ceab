import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { openPglite, type TestDatabase } from '../testing/databases.ts'
import { TextParts } from './text-parts.ts'

const splitParts = (...texts: readonly string[]): readonly string[] => {
  const parts = new TextParts()
  return texts.map((text) => parts.takeNew(text))
}

describe('the parts of texts', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await openPglite()
  })
  afterAll(() => test.close())

  const findWords = async (texts: readonly string[]) => {
    const found = await test.database
      .session()
      .execute<{ word: string }[]>(
        'select distinct word from json_array_elements_text(?) body, text_words(body) word order by 1',
        [JSON.stringify(texts)],
      )
    return found.map(({ word }) => word)
  }

  it('contain each part once', () => {
    expect(splitParts('One, two; ONE two-three!', 'three <b>four</b> naïve’s')).toEqual([
      'One two ONE three',
      'b four naïve’s',
    ])
    expect(splitParts('', '... !')).toEqual(['', ''])
  })

  it('have the words that PostgreSQL finds in the whole texts, also with accents, symbols and other scripts', async () => {
    const letters = fc.constantFrom(...'abcdeXYZ019 .,-_<>/@&\n\'"“”’—éßæœﬁ½№…你好мир🦀\u0301\u00a0\u2028')
    const text = fc.string({ unit: fc.oneof(letters, fc.string({ unit: 'grapheme', maxLength: 1 })) })
    const texts = fc.array(
      text.filter((each) => !each.includes('\0')),
      { maxLength: 20 },
    )
    await fc.assert(
      fc.asyncProperty(texts, async (given) => {
        expect(await findWords(splitParts(...given))).toEqual(await findWords(given))
      }),
      { numRuns: countRuns({ short: 100, long: 2_000 }) },
    )
  })
})
