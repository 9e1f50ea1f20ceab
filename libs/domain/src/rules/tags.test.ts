import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { findComplaint } from '../testing/world.ts'
import { normalizeTag, tags } from './tags.ts'

describe('C4.1 tags', () => {
  test('are trimmed, NFC, in lower case and without duplicates, in the given order', () =>
    expect(tags([' Zebra ', 'ÉTÉ', 'apple', 'e\u0301te\u0301', 'ZEBRA'])).toEqual(['zebra', 'été', 'apple']))

  test('are at most 20 after the removal of duplicates', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => `tag ${index}`)
    expect(tags([...twenty, ...twenty])).toEqual(twenty)
    expect(findComplaint(() => tags([...twenty, 'one more']))).toContain('at most 20')
  })

  test.each([[['']], [['  ']], [['x'.repeat(51)]], [['a\0']], [['\ud800']]])('%j is refused', (given) =>
    expect(findComplaint(() => tags(given))).not.toBeNull(),
  )

  test('have at most 50 characters, counted in code points', () =>
    expect(tags(['🦊'.repeat(50)])).toEqual(['🦊'.repeat(50)]))

  describe('C12.5 checks the length and the number of tags before the normalisation', () => {
    const normalised = (
      work: () => unknown,
    ): { readonly count: number; readonly complaint: string | null } => {
      const spy = vi.spyOn(String.prototype, 'normalize')
      const complaint = findComplaint(work)
      const count = spy.mock.calls.length
      spy.mockRestore()
      return { count, complaint }
    }

    test('refuses a tag of 200,000 combining characters', () => {
      const long = `a${'\u0301\u0323'.repeat(100_000)}`
      for (const work of [() => tags(['news', long]), () => normalizeTag(long)])
        expect(normalised(work)).toEqual({
          count: 0,
          complaint: expect.stringContaining('1 to 50 characters'),
        })
    })

    test('refuses 101 items, even if they are one tag', () => {
      expect(normalised(() => tags(Array(101).fill('news')))).toEqual({
        count: 0,
        complaint: expect.stringContaining('at most 100 items'),
      })
      expect(tags(Array(100).fill('news'))).toEqual(['news'])
    })
  })

  const tag = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })

  test('normalisation does not change a normal tag', () => {
    fc.assert(
      fc.property(tag, (text) => {
        expect(normalizeTag(normalizeTag(text))).toBe(normalizeTag(text))
      }),
      { numRuns: 1000 },
    )
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 20 }), (given) => {
        // The tests above and those of text say which tags are refused.
        fc.pre(findComplaint(() => tags(given)) === null)
        const stored = tags(given)
        expect(tags(stored)).toEqual(stored)
        expect(new Set(stored).size).toBe(stored.length)
        expect(stored).toEqual([...new Set(given.map(normalizeTag))])
      }),
    )
  })
})
