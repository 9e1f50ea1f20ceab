import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { formatApiKey, isApiKey, createApiKey } from './api-key-text.ts'

const bytes = (fill: number): Uint8Array => new Uint8Array(32).fill(fill)
const DIGITS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
const decodeBase62 = (text: string): bigint =>
  [...text].reduce((sum, digit) => sum * 62n + BigInt(DIGITS.indexOf(digit)), 0n)

describe('C7.3 the text of an API key', () => {
  test('is csk_, 43 characters of 32 random bytes and 6 of the CRC-32 over both', () => {
    const key = createApiKey()
    expect(key).toMatch(/^csk_[0-9A-Za-z]{49}$/)
    expect(decodeBase62(key.slice(-6))).toBe(BigInt(crc32(key.slice(0, -6))))
  })

  test.each([0, 1, 127, 255])(
    'contains the number of the bytes, padded with zeros, for bytes that are all %i',
    (fill) => {
      const random = formatApiKey(bytes(fill)).slice(4, 47)
      expect(random).toHaveLength(43)
      expect(decodeBase62(random)).toBe(BigInt(`0x${Buffer.from(bytes(fill)).toString('hex')}`))
    },
  )

  test('is different for each key', () => expect(createApiKey()).not.toBe(createApiKey()))

  test('detects any changed, dropped or doubled character', () => {
    const key = createApiKey()
    for (let at = 0; at < key.length; at += 1) {
      const other = key[at] === '7' ? '8' : '7'
      expect(isApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false)
      expect(isApiKey(key.slice(0, at) + key.slice(at + 1))).toBe(false)
      expect(isApiKey(key.slice(0, at) + key.slice(at, at + 1) + key.slice(at))).toBe(false)
    }
    expect(isApiKey(key)).toBe(true)
  })

  test.each([
    '',
    'csk_',
    'csk_é',
    `csk_${'0'.repeat(49)}`,
    `CSK_${createApiKey().slice(4)}`,
    `${createApiKey()}\n`,
  ])('%j is not a key', (text) => expect(isApiKey(text)).toBe(false))
})
