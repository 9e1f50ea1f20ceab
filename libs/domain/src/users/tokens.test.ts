import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeIssuedAt, computeSessionEnd, computeFirstTokenTime } from './tokens.ts'

const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
const NEVER_ENDED = { tokensValidFrom: new Date(0) }
const isGood = (iat: number, validFrom: Date): boolean => iat * 1000 >= validFrom.getTime()

describe('C3.6 tokensValidFrom', () => {
  test('creation rounds down, and the end of sessions rounds up to the next second', () => {
    const at = new Date('2026-11-20T12:00:00.400Z')
    expect(computeFirstTokenTime(at)).toEqual(new Date('2026-11-20T12:00:00.000Z'))
    expect(computeSessionEnd(at, NEVER_ENDED)).toEqual(new Date('2026-11-20T12:00:01.000Z'))
  })

  test.each(['000', '001', '999'])(
    'a session end in the same second (.%s) also ends a token of this second',
    (milliseconds) =>
      expect(computeSessionEnd(new Date(`2026-11-20T12:00:00.${milliseconds}Z`), NEVER_ENDED)).toEqual(
        new Date('2026-11-20T12:00:01.000Z'),
      ),
  )

  test('a token of the creation is valid, a token from before the end of sessions is not, and a later token is', () => {
    fc.assert(
      fc.property(moments, (now) => {
        expect(isGood(computeIssuedAt(now, computeFirstTokenTime(now)), computeFirstTokenTime(now))).toBe(
          true,
        )
        const end = computeSessionEnd(now, NEVER_ENDED)
        expect(isGood(Math.floor(now.getTime() / 1000), end)).toBe(false)
        expect(isGood(computeIssuedAt(now, end), end)).toBe(true)
      }),
    )
  })

  test('an end of sessions also ends the sign-ins since an earlier end, within one second and after the clock is set back', () => {
    fc.assert(
      fc.property(moments, moments, (now, earlier) => {
        const tokensValidFrom = computeFirstTokenTime(earlier)
        const again = computeSessionEnd(now, { tokensValidFrom })
        expect(isGood(computeIssuedAt(now, tokensValidFrom), again)).toBe(false)
        expect(isGood(computeIssuedAt(now, again), again)).toBe(true)
      }),
    )
  })

  test('iat is a whole second, the later of now and tokensValidFrom', () => {
    fc.assert(
      fc.property(moments, moments, (now, validFrom) => {
        const iat = computeIssuedAt(now, validFrom)
        expect(Number.isInteger(iat)).toBe(true)
        expect(iat * 1000).toBeGreaterThanOrEqual(validFrom.getTime())
        expect(iat * 1000).toBeGreaterThan(now.getTime() - 1000)
        expect(iat * 1000).toBeLessThan(Math.max(now.getTime(), validFrom.getTime()) + 1000)
      }),
    )
  })
})
