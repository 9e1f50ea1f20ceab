import { describe, expect, it } from 'vitest'
import { readSessionId } from './session-id.ts'

const write = (claims: object): string =>
  `head.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')}.signature`

describe('the id of the session', () => {
  it('is in its access token', () => {
    expect(readSessionId(write({ sid: '01a2', scope: '~~~???' }))).toBe('01a2')
  })

  it('is null without the claim', () => {
    expect(readSessionId(write({}))).toBeNull()
  })
})
