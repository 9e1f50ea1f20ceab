import { describe, expect, test } from 'vitest'
import { WaitingResponses } from './waiting-responses.ts'

describe('C15.4 RESPONSE_BUDGET of 100 bytes', () => {
  test('has a quarter for each credential and each address', () => {
    const waiting = new WaitingResponses(100)
    expect(waiting.enter(['a', 'home'], 20)).not.toBeNull()
    expect(waiting.enter(['a', 'elsewhere'], 6)).toBeNull()
    expect(waiting.enter(['b', 'home'], 6)).toBeNull()
    expect(waiting.enter(['b', 'home'], 5)).not.toBeNull()
    expect(waiting.enter(['b', 'elsewhere'], 20)).not.toBeNull()
    expect(waiting.bytes).toBe(45)
  })

  test('is for all budget keys together', () => {
    const waiting = new WaitingResponses(100)
    for (const budgetKey of ['a', 'b', 'c', 'd']) expect(waiting.enter([budgetKey], 24)).not.toBeNull()
    expect(waiting.enter(['e'], 5)).toBeNull()
    expect(waiting.enter(['e'], 4)).not.toBeNull()
    expect(waiting.enter([], 1)).toBeNull()
  })

  test('has room for a larger response if nothing else of its budget keys waits', () => {
    const waiting = new WaitingResponses(100)
    expect(waiting.enter(['a'], 70)).not.toBeNull()
    expect(waiting.enter(['a'], 1)).toBeNull()
    expect(new WaitingResponses(100).enter(['a'], 101)).not.toBeNull()
  })

  test('has room again for the bytes that left the memory', () => {
    const waiting = new WaitingResponses(100)
    const taken = waiting.enter(['a'], 25)
    expect(waiting.enter(['a'], 10)).toBeNull()
    taken?.(10)
    expect(waiting.enter(['a'], 10)?.(10)).toBeUndefined()
    taken?.(15)
    expect(waiting.bytes).toBe(0)
  })
})
