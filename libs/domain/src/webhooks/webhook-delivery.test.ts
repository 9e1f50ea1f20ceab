import { describe, expect, it } from 'vitest'
import { NOON } from '../testing/index.ts'
import { isToBeDisabled, RETRY_DELAYS_MS, decideDeliveryOutcome } from './webhook-delivery.ts'

const HOUR = 3_600_000
const answered = (statusCode: number) => ({ statusCode, error: null }) as const
const unanswered = { statusCode: null, error: 'The receiver did not respond in time.' } as const

describe('C11.1 the result of an attempt', () => {
  it.each([200, 201, 204, 299])('a response with %i is a delivery', (status) =>
    expect(decideDeliveryOutcome(answered(status), 1, NOON)).toEqual({
      status: 'DELIVERED',
      nextAttemptAt: null,
      statusCode: status,
      error: null,
    }),
  )

  it.each([100, 301, 307, 400, 404, 429, 500, 503])(
    'after a response with %i, another attempt follows',
    (status) =>
      expect(decideDeliveryOutcome(answered(status), 1, NOON)).toEqual({
        status: 'PENDING',
        nextAttemptAt: new Date(NOON.getTime() + 5_000),
        statusCode: status,
        error: `The receiver responded with ${status}.`,
      }),
  )

  it('each wait is longer, and the delivery is given up after more than three days', () => {
    expect([...RETRY_DELAYS_MS].sort((a, b) => a - b)).toEqual(RETRY_DELAYS_MS)
    const total = RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0)
    expect(total / HOUR).toBeGreaterThan(72)
    const last = RETRY_DELAYS_MS.length
    expect(decideDeliveryOutcome(unanswered, last, NOON).status).toBe('PENDING')
    expect(decideDeliveryOutcome(unanswered, last + 1, NOON)).toEqual({
      status: 'DEAD',
      nextAttemptAt: null,
      statusCode: null,
      error: unanswered.error,
    })
  })

  it('a receiver that was away for a minute gets the event within the next minute', () => {
    const attempts = RETRY_DELAYS_MS.map((_, index) =>
      RETRY_DELAYS_MS.slice(0, index + 1).reduce((sum, delay) => sum + delay, 0),
    )
    expect(attempts.some((at) => at > 60_000 && at < 120_000)).toBe(true)
  })
})

describe('C11.1 disabling a webhook', () => {
  const since = (hours: number) => new Date(NOON.getTime() - hours * HOUR)
  it('happens after three days without a success, and not before', () => {
    expect(isToBeDisabled(unanswered, since(71.9), NOON)).toBe(false)
    expect(isToBeDisabled(unanswered, since(72), NOON)).toBe(true)
  })
  it('happens at once if the receiver responds with 410', () =>
    expect(isToBeDisabled(answered(410), NOON, NOON)).toBe(true))
})
