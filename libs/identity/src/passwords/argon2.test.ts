import { argon2Sync } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { DECOY_HASH, hashPassword, isOutdated, verifyPassword } from './argon2.ts'

const PASSWORD = 'maroon kettle drifts north'

/** A hash of PASSWORD with other parameters, computed without the code under test. */
const hashWith = (memory: number, passes: number, parallelism = 1): string => {
  const nonce = Buffer.from('sixteen bytes ok')
  const cost = { memory, passes, parallelism, tagLength: 32 }
  const tag = argon2Sync('argon2id', { message: PASSWORD, nonce, ...cost })
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(nonce)}$${text(tag)}`
}

describe('C3.1 argon2id', () => {
  test('a hash contains its parameters, and two hashes of a password differ', async () => {
    const hash = await hashPassword(PASSWORD)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await hashPassword(PASSWORD)).not.toBe(hash)
  })

  test('matches its password, and no other password', async () => {
    const hash = await hashPassword(PASSWORD)
    expect(await verifyPassword(PASSWORD, hash)).toBe(true)
    for (const wrong of ['', PASSWORD.toUpperCase(), `${PASSWORD} `, PASSWORD.slice(1), hash])
      expect(await verifyPassword(wrong, hash)).toBe(false)
  })

  test('a password of 2,049 characters is wrong and is not normalised', async () => {
    const hash = await hashPassword('')
    const normalized = vi.spyOn(String.prototype, 'normalize')
    expect(await verifyPassword('\u0301'.repeat(2_049), hash)).toBe(false)
    expect(normalized.mock.contexts.map(String)).toEqual([''])
    normalized.mockRestore()
  })

  test('a password may be typed composed or decomposed', async () =>
    expect(await verifyPassword('cafe\u0301 cafe\u0301', await hashPassword('caf\u00e9 caf\u00e9'))).toBe(
      true,
    ))

  test('a hash with other parameters is checked with its parameters', async () => {
    expect(await verifyPassword(PASSWORD, hashWith(64, 1))).toBe(true)
    expect(await verifyPassword('another one', hashWith(64, 1))).toBe(false)
  })

  test.each([
    [19_455, 2, true],
    [19_456, 1, true],
    [19_456, 2, false],
    [32_768, 3, false],
  ])('m=%i, t=%i is outdated: %s', (memory, passes, outdated) =>
    expect(isOutdated(hashWith(memory, passes))).toBe(outdated),
  )

  test.each(['', 'plain', '$2b$10$abc', '$argon2i$v=19$m=64,t=1,p=1$AAAA$AAAA'])(
    '%j is not a hash, and matches no password',
    async (hash) => expect(verifyPassword(PASSWORD, hash)).rejects.toThrow('PHC'),
  )

  test('C7.6 the decoy costs as much as a hash, and matches no password', async () => {
    expect(isOutdated(DECOY_HASH)).toBe(false)
    expect(DECOY_HASH.split('$').slice(0, 4)).toEqual((await hashPassword('x')).split('$').slice(0, 4))
    expect(DECOY_HASH).toHaveLength((await hashPassword('x')).length)
    expect(await verifyPassword('', DECOY_HASH)).toBe(false)
  })
})
