import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findComplaint } from '../testing/world.ts'
import { parseArticleId, parseCommentId, MAX_USER_ID, createReferenceRule, parseUserId } from './ids.ts'

describe('C2.1 user ids', () => {
  test.each(['1', '7', '2147483647'])('%s can be the id of a user', (text) =>
    expect(parseUserId(text)).toBe(Number(text)),
  )

  test.each([
    '',
    '0',
    '-1',
    '+1',
    '01',
    '1.0',
    '1e3',
    '0x10',
    ' 1',
    '1 ',
    '1\n',
    '2147483648',
    '9999999999',
    '99999999999999999999',
    '１',
    'NaN',
    '1_000',
  ])('%j cannot be the id of a user (C6.5)', (text) => expect(parseUserId(text)).toBeNull())

  test.each([0, -1, 1.5, Number.NaN, Infinity, 1e21, MAX_USER_ID + 1])(
    '%d cannot be the id of a user',
    (value) => expect(parseUserId(String(value))).toBeNull(),
  )

  test('every integer in range is its own canonical decimal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_USER_ID }), (id) => {
        expect(parseUserId(String(id))).toBe(id)
      }),
    )
  })
})

describe('C2.1 other ids', () => {
  const GOOD = '01890a5d-ac96-774b-bcce-b302099a8057'

  test('a UUIDv7 in lower case can be the id of a record', () => {
    expect(parseArticleId(GOOD)).toBe(GOOD)
    expect(parseCommentId(GOOD)).toBe(GOOD)
  })

  test.each([
    GOOD.toUpperCase(),
    `{${GOOD}}`,
    GOOD.replaceAll('-', ''),
    `${GOOD} `,
    `${GOOD}\n`,
    GOOD.slice(1),
    '1',
    '',
    GOOD.replace('b', 'g'),
  ])('%j cannot be the id of a record', (text) => expect(parseArticleId(text)).toBeNull())

  test('a malformed id inside an input is a mistake of the caller', () => {
    const rule = createReferenceRule(parseCommentId, 'category')
    expect(rule(GOOD)).toBe(GOOD)
    expect(findComplaint(() => rule('toys'))).toContain('category')
  })
})
