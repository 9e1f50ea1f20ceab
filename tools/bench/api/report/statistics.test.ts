import { describe, expect, it } from 'vitest'
import { median, percentile, spread } from './statistics.ts'

describe('the statistics of rounds', () => {
  it('the median is the middle value, or the mean of both middle values', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([9, 1, 5, 7])).toBe(6)
  })

  it('a percentile is one of the values', () => {
    const sorted = Float64Array.from({ length: 200 }, (_, at) => at + 1)
    expect([50, 99, 100].map((percent) => percentile(sorted, percent))).toEqual([100, 198, 200])
    expect(percentile(Float64Array.of(7), 99)).toBe(7)
  })

  it('the spread is the largest deviation from the median', () => {
    expect(spread([10, 8, 11])).toBeCloseTo(0.2)
    expect(spread([4])).toBe(0)
  })
})
