import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codePoints } from '../text.ts'
import { complaintOf } from '../testing/world.ts'
import { normalTag, tags } from './tags.ts'

describe('C4.1 tags', () => {
  test('are trimmed, NFC, lower-cased; duplicates are dropped and the order is kept', () =>
    expect(tags([' Zebra ', 'ÉTÉ', 'apple', 'e\u0301te\u0301', 'ZEBRA'])).toEqual(['zebra', 'été', 'apple']))

  test('are at most 20, after duplicates are dropped', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => `tag ${index}`)
    expect(tags([...twenty, ...twenty])).toEqual(twenty)
    expect(complaintOf(() => tags([...twenty, 'one more']))).toContain('at most 20')
  })

  test.each([[['']], [['  ']], [['x'.repeat(51)]], [['a\0']], [['\ud800']]])('%j are refused', (given) =>
    expect(complaintOf(() => tags(given))).not.toBeNull(),
  )

  test('have 50 characters, counted as characters', () =>
    expect(tags(['🦊'.repeat(50)])).toEqual(['🦊'.repeat(50)]))

  const tag = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })

  test('once normal, they stay as they are', () => {
    fc.assert(
      fc.property(tag, (text) => {
        expect(normalTag(normalTag(text))).toBe(normalTag(text))
      }),
      { numRuns: 1000 },
    )
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 20 }), (given) => {
        fc.pre(given.every((text) => normalTag(text) !== '' && codePoints(normalTag(text)) <= 50))
        const stored = tags(given)
        expect(tags(stored)).toEqual(stored)
        expect(new Set(stored).size).toBe(stored.length)
        expect(stored).toEqual([...new Set(given.map(normalTag))])
      }),
    )
  })
})
