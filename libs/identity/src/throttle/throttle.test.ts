import { RateLimited } from '@content-service/domain/internal/rules'
import type { Throttle } from '@content-service/domain/internal/context'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aThrottle } from '../testing/accounts.ts'
import { memoryCounters } from './counters.ts'
import { createThrottle } from './throttle.ts'

const HOME = '192.0.2.1'
const ELSEWHERE = '192.0.2.2'

/** The seconds to wait, or the result of the attempt. */
type Ended = number | 'recordFailure' | 'recordSuccess' | 'neither'

let attempts: Throttle
beforeEach(() => {
  // The clock of the process measures windows and waits.
  vi.useFakeTimers()
  attempts = aThrottle().attempts
})
afterEach(() => vi.useRealTimers())

const trying = async (
  end: 'recordFailure' | 'recordSuccess' | 'neither',
  account = 'ada',
  address: string | null = HOME,
): Promise<Ended> => {
  try {
    return await attempts.run({ account, address }, async (attempt) => {
      if (end !== 'neither') attempt[end]()
      return end
    })
  } catch (error) {
    if (error instanceof RateLimited) return error.retryAfter
    throw error
  }
}
const times = async (count: number, attempt: (index: number) => Promise<Ended>): Promise<Ended[]> => {
  const ended: Ended[] = []
  for (let index = 0; index < count; index += 1) ended.push(await attempt(index))
  return ended
}
const seconds = (count: number): void => void vi.advanceTimersByTime(count * 1000)

describe('C7.6 ten failures in sixty seconds for an account from an address', () => {
  test('the eleventh attempt waits for the end of the sixty seconds, even with the right password', async () => {
    expect(await times(10, () => trying('recordFailure'))).not.toContainEqual(expect.any(Number))
    seconds(20)
    expect([await trying('recordSuccess'), await trying('recordFailure')]).toEqual([40, 40])
    seconds(40)
    expect(await trying('recordSuccess')).toBe('recordSuccess')
  })

  test('an attempt during the wait does not extend the wait', async () => {
    await times(10, () => trying('recordFailure'))
    await times(30, () => trying('recordFailure'))
    seconds(60)
    expect(await trying('recordFailure')).toBe('recordFailure')
  })

  test('other accounts and other addresses are not affected', async () => {
    await times(10, () => trying('recordFailure'))
    expect(await trying('recordSuccess', 'eve')).toBe('recordSuccess')
    expect(await trying('recordSuccess', 'ada', ELSEWHERE)).toBe('recordSuccess')
  })

  test('a login is one account regardless of case', async () => {
    await times(10, (index) => trying('recordFailure', index % 2 ? 'ADA' : 'ada'))
    expect(await trying('recordFailure', 'Ada')).toBe(60)
  })

  test('IPv6 counts by its /64, and both notations of an IPv4 address count together', async () => {
    await times(10, (index) => trying('recordFailure', 'ada', `2001:db8:0:7::${index}`))
    expect(await trying('recordFailure', 'ada', '2001:db8:0:7:ffff::')).toBe(60)
    expect(await trying('recordFailure', 'ada', '2001:db8:0:8::')).toBe('recordFailure')
    await times(10, () => trying('recordFailure', 'eve', '192.0.2.9'))
    expect(await trying('recordFailure', 'eve', '::ffff:192.0.2.9')).toBe(60)
  })

  test('a success resets the earlier failures', async () => {
    await times(9, () => trying('recordFailure'))
    await trying('recordSuccess')
    expect(await times(9, () => trying('recordFailure'))).not.toContainEqual(expect.any(Number))
  })

  test('an attempt that neither fails nor succeeds changes nothing', async () => {
    await times(9, () => trying('recordFailure'))
    await times(20, () => trying('neither'))
    expect([await trying('recordFailure'), await trying('recordFailure')]).toEqual(['recordFailure', 60])
  })

  test('work that throws counts by its report before the error', async () => {
    const broken = () =>
      attempts.run({ account: 'ada', address: HOME }, () => Promise.reject(new Error('the database is away')))
    for (let index = 0; index < 30; index += 1) await expect(broken()).rejects.toThrow('away')
    expect(await trying('recordFailure')).toBe('recordFailure')
  })

  test('of fifty concurrent attempts, ten are admitted', async () => {
    const ended = await Promise.all(Array.from({ length: 50 }, () => trying('recordFailure')))
    expect(ended.filter((end) => end === 'recordFailure')).toHaveLength(10)
  })

  test('fifty concurrent right attempts are all admitted', async () => {
    await times(5, () => trying('recordFailure'))
    const ended = await Promise.all(Array.from({ length: 50 }, () => trying('recordSuccess')))
    expect(new Set(ended)).toEqual(new Set(['recordSuccess']))
  })

  test('without an address, the attempts on the account from all addresses count together', async () => {
    await times(10, () => trying('recordFailure', 'ada', null))
    expect(await trying('recordFailure', 'ada', null)).toBe(60)
  })
})

describe('C7.6 a growing wait for an address over all accounts', () => {
  const guess = (index: number | string, address = HOME) =>
    trying('recordFailure', `account-${index}`, address)

  test('from the twentieth failure on: 1, 2, 4 … seconds, at most 60', async () => {
    expect(await times(20, guess)).not.toContainEqual(expect.any(Number))
    const waits: Ended[] = []
    for (let index = 0; index < 8; index += 1) {
      const wait = await guess(`turn-${index}`)
      waits.push(wait)
      seconds(Number(wait))
      expect(await guess(`turn-${index}`)).toBe('recordFailure')
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  })

  test('a right attempt must wait, too, and causes no further wait', async () => {
    await times(20, guess)
    expect(await trying('recordSuccess', 'ada')).toBe(1)
    seconds(1)
    expect([await trying('recordSuccess', 'ada'), await trying('recordSuccess', 'eve')]).toEqual([
      'recordSuccess',
      'recordSuccess',
    ])
  })

  test('a success does not reset the count of the address', async () => {
    await times(19, guess)
    await trying('recordSuccess', 'mine')
    await guess('twentieth')
    expect(await guess('next')).toBe(1)
  })

  test('of fifty concurrent attempts on fifty accounts, twenty are admitted', async () => {
    const ended = await Promise.all(Array.from({ length: 50 }, (_, index) => guess(index)))
    expect(ended.filter((end) => end === 'recordFailure')).toHaveLength(20)
  })

  test('the count starts again ten minutes after the first failure', async () => {
    await times(20, guess)
    seconds(600)
    expect(await times(20, guess)).not.toContainEqual(expect.any(Number))
  })

  test('other addresses are not affected', async () => {
    await times(20, guess)
    expect(await guess('other', ELSEWHERE)).toBe('recordFailure')
  })
})

describe('C7.6 the stored keys', () => {
  test('normalises at most 254 characters of a login', async () => {
    const normalized = vi.spyOn(String.prototype, 'normalize')
    await trying('recordFailure', `a${'\u0301\u0323'.repeat(100_000)}`)
    expect(normalized.mock.contexts.map((text) => String(text).length)).toEqual([254])
    normalized.mockRestore()
  })

  test('contain no readable login and no readable address', async () => {
    const kept: string[] = []
    const { attempts: counted } = createThrottle({
      key: Buffer.alloc(32),
      counters: (name, window) => {
        const counter = memoryCounters(name, window)
        const penalty = counter.penalty.bind(counter)
        counter.penalty = (key, ...more) => (kept.push(String(key)), penalty(key, ...more))
        return counter
      },
    })
    await counted.run({ account: 'ada@example.org', address: HOME }, async (attempt) =>
      attempt.recordFailure(),
    )
    expect(kept).toHaveLength(2)
    for (const key of kept) expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })
})
