import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Readiness } from './readiness.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('C10.4 while the database hangs, all callers share one lookup of two seconds', async () => {
  const isMigrated = vi.fn(() => new Promise<never>(() => {}))
  const readiness = new Readiness({
    database: { isMigrated },
    isDiskFull: () => false,
    limiter: { isShared: () => false, isWanted: false },
    backlog: () => new Promise<never>(() => {}),
    mails: () => new Promise<never>(() => {}),
    handlers: null,
  })
  const both = Promise.all([readiness.checks(), readiness.checks().then(() => readiness.backlog())])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await both).toEqual([expect.objectContaining({ database: 'away' }), null])
  expect(isMigrated).toHaveBeenCalledTimes(1)
})
