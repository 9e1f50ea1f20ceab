import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findComplaint } from '../testing/world.ts'
import { countCodePoints, createLineRule, quote, requireStorable, createTextRule } from './text.ts'

describe('C2.3 a message quotes at most 100 characters of a value', () => {
  test.each([
    ['news', '"news"'],
    ['x'.repeat(100), `"${'x'.repeat(100)}"`],
    ['x'.repeat(101), `"${'x'.repeat(100)}…"`],
    ['a "b"', String.raw`"a \"b\""`],
  ])('%j is quoted as %s', (text, told) => expect(quote(text)).toBe(told))
})

describe('C2.5 lengths are counted in code points', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['🦊🦊', 2],
    ['e\u0301', 2],
  ])('%j has %i code points', (text, length) => expect(countCodePoints(text)).toBe(length))

  test('the limits of a text are inclusive, and an emoji is one character', () => {
    const rule = createTextRule(2, 3)
    expect(findComplaint(() => rule('🦊'))).toContain('at least 2')
    expect(rule('🦊🦊')).toBe('🦊🦊')
    expect(rule('🦊🦊🦊')).toBe('🦊🦊🦊')
    expect(findComplaint(() => rule('🦊🦊🦊🦊'))).toContain('at most 3')
  })

  test('text within its limits is stored unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
        const rule = createTextRule(0, 50)
        const isStorable = text.isWellFormed() && !text.includes('\0')
        expect(findComplaint(() => rule(text)) === null).toBe(isStorable)
        if (isStorable) expect(rule(text)).toBe(text)
      }),
    )
  })
})

describe('C2.5 text that no database can store', () => {
  test.each(['\0', 'a\0b', '\ud800', '\udc00', 'a\ud83d', '\udc00\ud800'])('%j is refused', (text) => {
    expect(findComplaint(() => requireStorable(text))).not.toBeNull()
    expect(findComplaint(() => createTextRule(0, 100)(text))).not.toBeNull()
    expect(findComplaint(() => createLineRule(100)(text))).not.toBeNull()
  })

  test('a surrogate pair is accepted', () => expect(requireStorable('🦊')).toBe('🦊'))
})

describe('C3.1 a line', () => {
  test.each(['a\nb', 'a\tb', '\u007f', '\u0085', '\u001f', ' ', '\u00a0', ''])('is not %j', (text) =>
    expect(findComplaint(() => createLineRule(10)(text))).not.toBeNull(),
  )

  test.each(['a', ' a ', 'Zoë 🦊', 'x'.repeat(10)])('may be %j', (text) =>
    expect(createLineRule(10)(text)).toBe(text),
  )
})

describe('C15.11 a line deceives nobody', () => {
  const rule = createLineRule(100)

  test.each(['Ada\u2028da', 'Ada\u2029'])('C15.11 %j is refused: it ends a line', (text) =>
    expect(findComplaint(() => rule(text))).toContain('U+2028'),
  )

  const DIRECTIONS = [
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
  ]

  test.each(DIRECTIONS)('%j is refused anywhere', (control) => {
    for (const text of [control, `${control}Ada`, `A${control}da`, `Ada${control}`])
      expect(findComplaint(() => rule(text))).toContain('the direction of text')
  })

  test.each([
    '\u200b',
    '\u00ad',
    '\u2060\u200d',
    '\u3164',
    '\u2800',
    ' \u200b ',
    '\u{e0041}',
    '\ufe0f',
    '\u034f',
  ])('%j is refused, because nobody sees it', (text) =>
    expect(findComplaint(() => rule(text))).toContain('invisible'),
  )

  test.each(['👩‍👩‍👧', 'کتاب‌ها', 'עברית', '‏שלום', '☃️', 'a\u00adb', '한글 ㅤ'])('%j is accepted', (text) =>
    expect(rule(text)).toBe(text),
  )
})
