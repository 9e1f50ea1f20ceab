import { describe, expect, test } from 'vitest'
import { describeOutcome } from '../testing/world.ts'
import { readIdempotencyKey } from './idempotency-key.ts'

describe('C6.9 the header Idempotency-Key', () => {
  test.each([
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    [' k ', 'k'],
    ['order:7/!#$%&()*+-.;=?@[]^_`{|}~\\', 'order:7/!#$%&()*+-.;=?@[]^_`{|}~\\'],
    ['"a,b"', 'a,b'],
    [String.raw`"a\"b\\c"`, String.raw`a"b\c`],
    ['k'.repeat(255), 'k'.repeat(255)],
  ])('%s is a key', (header, key) => expect(readIdempotencyKey(header)).toBe(key))

  test('a request without the header has no key', () => expect(readIdempotencyKey(undefined)).toBeNull())

  test.each([
    '',
    ' ',
    '""',
    'one, another',
    'one,another',
    '"one", "another"',
    '"one";p=1',
    'two words',
    '"two words"',
    '"open',
    'half"quoted',
    String.raw`"a\b"`,
    'é',
    '"é"',
    'a\u0001b',
    'k'.repeat(256),
    `"${'k'.repeat(256)}"`,
  ])('%j is BAD_REQUEST', async (header) =>
    expect(await describeOutcome(() => readIdempotencyKey(header))).toBe('BAD_REQUEST'),
  )

  test('a refusal says which key to send', () =>
    expect(() => readIdempotencyKey('two words')).toThrow(
      '1 to 255 visible ASCII characters, such as a UUID',
    ))
})
