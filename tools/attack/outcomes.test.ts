import { describe, expect, it } from 'vitest'
import { countUnserved, nameOutcome, showOutcomes } from './outcomes.ts'

describe('the outcome of a request', () => {
  it.each<[number | null, string, string]>([
    [200, '{"data":{"articles":[]}}', '200'],
    [200, '{"errors":[{"message":"x","extensions":{"code":"TIMEOUT"}}]}', '200 TIMEOUT'],
    [200, '{"data":{"user":null},"errors":[{"extensions":{"code":"FORBIDDEN"}}]}', '200 FORBIDDEN'],
    [503, '{"error":"Later.","code":"UNAVAILABLE"}', '503 UNAVAILABLE'],
    [503, '{"error":"temporarily_unavailable"}', '503 temporarily_unavailable'],
    [502, '', '502 without a code'],
    [null, '', 'no response'],
  ])('of the status %j and the body %j is %j', (status, body, outcome) => {
    expect(nameOutcome(status, body)).toBe(outcome)
  })
  it('is counted as unserved, unless it is a whole response', () => {
    expect(countUnserved(new Map([['200', 5]]))).toBe(0)
    const outcomes = new Map([
      ['200 TIMEOUT', 2],
      ['200', 5],
      ['no response', 1],
    ])
    expect(countUnserved(outcomes)).toBe(3)
    expect(showOutcomes(outcomes)).toBe('200: 5, 200 TIMEOUT: 2, no response: 1')
  })
})
