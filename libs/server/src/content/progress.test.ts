import { stripVTControlCharacters } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { showProgress } from './progress.ts'

const NOTE = '1,110,000 lines, 1,110,000 rejected'

describe('C10.6 the progress', () => {
  const printed: string[] = []
  const { isTTY } = process.stderr
  afterEach(() => {
    vi.restoreAllMocks()
    process.stderr.isTTY = isTTY
  })
  const print = (isTerminal: boolean): string => {
    printed.length = 0
    process.stderr.isTTY = isTerminal
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
    const progress = showProgress(1_000_000)
    progress.update(750_000, NOTE)
    progress.finish()
    return printed.join('')
  }

  it('is a line with the rejected lines and the time that is left', () => {
    expect(print(false)).toMatch(/^75% 1,110,000 lines, 1,110,000 rejected, \d+s left\n$/)
  })

  it('fits 80 columns of a terminal', () => {
    print(true)
    const last = printed.filter((text) => text.includes('rejected')).at(-1) ?? ''
    expect(last).toContain('75% 1,110,000 lines, 1,110,000 rejected, ')
    expect(stripVTControlCharacters(last).length).toBeLessThanOrEqual(80)
  })
})
