import { stripVTControlCharacters } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { showProgress } from './progress.ts'

const NOTE = '1,110,000 lines, 1,110,000 rejected'

describe('C10.6 the progress', () => {
  const printed: string[] = []
  let now = 0
  const { isTTY } = process.stderr
  afterEach(() => {
    vi.restoreAllMocks()
    process.stderr.isTTY = isTTY
  })
  const print = (isTerminal: boolean, { done, elapsed } = { done: 750_000, elapsed: 30_000 }): string => {
    printed.length = 0
    process.stderr.isTTY = isTerminal
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
    vi.spyOn(Date, 'now').mockImplementation(() => now)
    now = 1_000_000
    const progress = showProgress(1_000_000)
    now += elapsed
    progress.update(done, NOTE)
    progress.finish()
    return printed.join('')
  }

  it('is a line with the rejected lines and the time that is left', () => {
    expect(print(false)).toBe('75% 1,110,000 lines, 1,110,000 rejected, 10s left\n')
    expect(print(false, { done: 1_000, elapsed: 3_000 })).toMatch(/, 50min left\n$/)
  })

  it.each([true, false])('has no estimate at the first records; on a terminal: %s', (isTerminal) => {
    expect(print(isTerminal, { done: 1, elapsed: 10 })).not.toContain('left')
    expect(print(isTerminal, { done: 0, elapsed: 10_000 })).not.toContain('left')
    expect(print(isTerminal, { done: 500_000, elapsed: 10_000 })).toContain(', 10s left')
  })

  it('fits 80 columns of a terminal', () => {
    print(true)
    const last = printed.filter((text) => text.includes('rejected')).at(-1) ?? ''
    expect(last).toContain('75% 1,110,000 lines, 1,110,000 rejected, ')
    expect(stripVTControlCharacters(last).length).toBeLessThanOrEqual(80)
  })
})
