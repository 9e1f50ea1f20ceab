import { expect, it } from 'vitest'
import { summarizeRounds } from '../report/results.ts'
import { countObjects } from './objects.ts'
import { drawGrowth, formatGrowth } from './report.ts'
import { PLACES, SERIES, type GrowthTargets } from './series.ts'

const step = (number: number, objects: number, serverUs: number) => {
  const figures = { requestsPerSecond: 1_000, p50Ms: 1, p99Ms: 2, statements: null }
  const bytes = number * 1_024
  return {
    step: number,
    objects,
    row: summarizeRounds('content-service', [{ ...figures, serverUs, postgresUs: serverUs / 2, bytes }]),
  }
}

const growth = (unit: 'object' | 'KiB') => ({
  size: { users: 200, articles: 2_000, comments: 10_000, products: 50 },
  series: [{ title: 'limit', unit, steps: [step(1, 10, 100), step(2, 20, 190), step(4, 40, 600)] }],
})

it('a step has its cost per object, and a factor above 1.5 is bold', () => {
  const text = formatGrowth(growth('object'))
  expect(text).toContain('| 1 | 10.0 | 1,024 | 100 | 50 | 10.0 | 5.0 | – |')
  expect(text).toContain('| 2 | 20.0 | 2,048 | 190 | 95 | 9.5 | 4.8 | 0.95 |')
  expect(text).toContain('| 4 | 40.0 | 4,096 | 600 | 300 | 15.0 | 7.5 | **1.58** |')
})

it('the cost of a text is per KiB', () => {
  expect(formatGrowth(growth('KiB'))).toContain('| 4 | 40.0 | 4,096 | 600 | 300 | 150 | 75.0 | **1.58** |')
})

it('a chart has a bar for each step', () => {
  expect(drawGrowth(growth('object')).match(/<rect x="/g)).toHaveLength(3)
})

it('objects are the records of all levels, without the answer itself', () => {
  const data = {
    a: [
      { id: 1, owner: { id: 2 } },
      { id: 3, owner: null },
    ],
    b: { id: 4, tags: ['x'] },
  }
  expect(countObjects({ data, extensions: { cost: 9 } })).toBe(4)
  expect(() => countObjects({ data: null, errors: [{ message: 'No.' }] })).toThrow('No.')
})

/** A load sends 32 requests at a time, and equal reads at the same time share a statement. */
it.each(SERIES)('no two of the requests that are sent together are equal, by $title', ({ steps, ask }) => {
  const ids = Array.from({ length: 256 }, (_, place) => `article ${place}`)
  const targets: GrowthTargets = {
    articles: ids,
    users: [],
    authors: [],
    words: [],
    commonWords: [],
    tags: [],
    pages: 50,
    writer: '3',
    articlesBySize: new Map(steps.map((bytes) => [bytes, ids])),
  }
  for (const each of steps) {
    const bodies = Array.from({ length: PLACES }, (_, place) => ask(each, place, targets)?.body)
    for (let at = 0; at < PLACES; at += 1) {
      const together = Array.from({ length: 32 }, (_, next) => bodies[(at + next) % PLACES])
      expect(new Set(together).size).toBe(32)
    }
  }
})
