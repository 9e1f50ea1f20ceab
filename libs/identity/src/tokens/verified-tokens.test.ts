import jwt from 'jsonwebtoken'
import { describe, expect, it, vi } from 'vitest'
import { createSecretKeys } from './token-keys.ts'
import { VerifiedTokens } from './verified-tokens.ts'

const SECRET = 'a secret of at least thirty-two characters'
const START = Date.parse('2026-11-20T09:00:00Z')
const at = (milliseconds: number): Date => new Date(START + milliseconds)
const sign = (seconds: number, secret = SECRET): string =>
  jwt.sign({ sub: '7', iat: START / 1_000, exp: START / 1_000 + seconds }, secret)

const create = () => {
  const verify = vi.spyOn(jwt, 'verify')
  verify.mockClear()
  const tokens = new VerifiedTokens({
    keys: createSecretKeys(SECRET),
    issuer: 'https://content.example.org',
    audience: 'content-service',
    requires: { issuer: false, audience: false },
  })
  return { tokens, verify }
}

describe('C7.2 a token that comes again', () => {
  it('is verified again after 5 s', () => {
    const { tokens, verify } = create()
    const token = sign(900)
    for (const time of [0, 1_000, 4_999]) expect(tokens.verify(token, at(time)).subject).toBe('7')
    expect(verify).toHaveBeenCalledTimes(1)
    tokens.verify(token, at(5_000))
    expect(verify).toHaveBeenCalledTimes(2)
  })

  it('is verified again after the clock was set back', () => {
    const { tokens, verify } = create()
    const token = sign(900)
    tokens.verify(token, at(2_000))
    tokens.verify(token, at(1_000))
    expect(verify).toHaveBeenCalledTimes(2)
  })

  it('is refused as soon as it expires, with 30 s for clocks that differ', () => {
    const { tokens } = create()
    const token = sign(1)
    expect(tokens.verify(token, at(30_000)).subject).toBe('7')
    expect(() => tokens.verify(token, at(31_000))).toThrow()
  })

  it('does not open the way for a token with another signature or with changed claims', () => {
    const { tokens } = create()
    const token = sign(900)
    tokens.verify(token, at(0))
    expect(() => tokens.verify(sign(900, `another ${SECRET}`), at(0))).toThrow()
    const [header, , signature] = token.split('.')
    const claims = Buffer.from(JSON.stringify({ sub: '1', iat: START / 1_000, exp: 9e9 })).toString(
      'base64url',
    )
    expect(() => tokens.verify(`${header}.${claims}.${signature}`, at(0))).toThrow()
  })
})
