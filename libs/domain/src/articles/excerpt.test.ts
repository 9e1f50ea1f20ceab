import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deriveExcerpt, extractPlainText } from './excerpt.ts'

const markdown = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '# ',
        '**',
        '*',
        '_',
        '`',
        '```\n',
        '[',
        ']',
        '](',
        ')',
        '![',
        '<!--',
        '-->',
        '<b>',
        '\n',
        '\n\n',
      ),
      fc.constantFrom('- ', '> ', '\\', '~~', '🦊', 'é', '\u00a0', '|', '1. ', '<', '>', '---', ' '),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.stringMatching(/^[a-z]{1,12} $/),
    ),
    { maxLength: 150 },
  )
  .map((parts) => parts.join(''))

describe('C4.1 plain text', () => {
  test.each([
    ['# Title\n\nText', 'Title Text'],
    ['**bold** and *slanted* and `code`', 'bold and slanted and code'],
    ['[a link](https://a.org) here', 'a link here'],
    ['![a picture](https://a.org/b.png) here', 'a picture here'],
    ['a <b>word</b> <!-- hidden --> more', 'a word more'],
    ['> quoted\n> twice', 'quoted twice'],
    ['- one\n- two\n1. three', 'one two three'],
    ['a\n\n---\n\nb', 'a b'],
    ['```js\nlet x\n```', 'let x'],
    ['<https://a.org>', 'https://a.org'],
    ['1 \\* 2', '1 * 2'],
    ['snake_case stays, 2 * 3 too', 'snake_case stays, 2 * 3 too'],
    ['text <!-- never closed', 'text'],
    [' \n ', ''],
  ])('the plain text of %j is %j', (source, text) => expect(extractPlainText(source)).toBe(text))

  test('a long invisible part does not hide the text behind it', () => {
    expect(extractPlainText(`<!-- ${'note '.repeat(5000)} -->Text`)).toBe('Text')
    expect(extractPlainText(`![x](data:image/png;base64,${'A'.repeat(50_000)}) Text`)).toBe('x Text')
  })
})

describe('C4.1 a derived excerpt', () => {
  const withoutEllipsis = (excerpt: string): string => excerpt.replace(/…$/, '')

  test('of a short text is the text', () => {
    expect(deriveExcerpt('Short **text**.')).toBe('Short text.')
    expect(deriveExcerpt('x'.repeat(200))).toBe('x'.repeat(200))
    expect(deriveExcerpt('🦊'.repeat(200))).toBe('🦊'.repeat(200))
  })

  test('of a long text is cut at a word, with an ellipsis that does not count', () => {
    const words = 'word '.repeat(60)
    expect(deriveExcerpt(words)).toBe(`${'word '.repeat(40).trimEnd()}…`)
    expect(deriveExcerpt(`${'x'.repeat(200)} more`)).toBe(`${'x'.repeat(200)}…`)
    expect(deriveExcerpt(`${'x'.repeat(150)} ${'y'.repeat(100)}`)).toBe(`${'x'.repeat(150)}…`)
  })

  test('of one long word is cut between two characters', () => {
    expect(deriveExcerpt('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`)
    expect(deriveExcerpt('🦊'.repeat(201))).toBe(`${'🦊'.repeat(200)}…`)
  })

  test.each(['👩‍👩‍👧‍👦', 'é'.normalize('NFD'), '🇩🇪', 'ก็', '👍🏽'])('never ends within %s', (sign) => {
    for (let before = 195; before <= 200; before += 1) {
      const text = 'x'.repeat(before) + sign.repeat(20)
      const rest = deriveExcerpt(text).slice(before, -1)
      expect(rest).toBe(sign.repeat(rest.length / sign.length))
    }
  })

  test('is the beginning of the plain text, at most 200 well-formed characters, on one line', () => {
    fc.assert(
      fc.property(markdown, (source) => {
        const excerpt = deriveExcerpt(source)
        const text = extractPlainText(source).toWellFormed()
        expect(excerpt.isWellFormed()).toBe(true)
        expect(excerpt).not.toMatch(/[\r\n\t]/)
        if ([...text].length <= 200) expect(excerpt).toBe(text)
        else {
          expect(excerpt.endsWith('…')).toBe(true)
          expect(text.startsWith(excerpt.slice(0, -1))).toBe(true)
          expect([...excerpt.slice(0, -1)].length).toBeLessThanOrEqual(200)
        }
      }),
      { numRuns: 500 },
    )
  })

  const HOSTILE = [
    '[',
    '*',
    '<!--',
    '![',
    '](',
    '`',
    '_',
    '<a ',
    '\\',
    '- ',
    ' ',
    '\n',
    '> ',
    '~~~',
    '[]',
    '](x',
    '*_',
    '- -\t',
    '🦊',
    '|-',
    '(',
    '<',
  ]

  test.each(HOSTILE)('is derived at once from 500,000 times %j', { timeout: 2000 }, (unit) => {
    const content = unit.repeat(Math.ceil(500_000 / unit.length))
    expect([...withoutEllipsis(deriveExcerpt(content))].length).toBeLessThanOrEqual(200)
  })
})
