import type { Figure } from './attack.ts'
import { countUnserved, showOutcomes } from './outcomes.ts'
import type { StrangersTimes } from './slow-strangers.ts'
import type { StrangerTimes } from './stranger.ts'

/** The largest times that pass, in milliseconds. */
interface Limits {
  readonly median: number
  readonly p95: number
  readonly slowest: number
}

const showTimes = (name: string, { medianMs, p95Ms, slowestMs, outcomes }: StrangerTimes): string =>
  `${name}: median ${medianMs.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms, slowest ${slowestMs.toFixed(1)} ms; ${showOutcomes(outcomes)}`

/** A line for each stranger. */
export const showStrangers = (when: string, times: StrangersTimes): string =>
  Object.entries(times)
    .map(([name, each]) => `${when}, ${showTimes(name, each)}\n`)
    .join('')

const createFigures = (name: string, times: StrangerTimes, limits: Partial<Limits>): readonly Figure[] => {
  const inMs = (which: string, value: number, limit: number | undefined): readonly Figure[] =>
    limit === undefined ? [] : [{ name: `${which} ${name} of others`, value, unit: 'ms', limit }]
  return [
    ...inMs('median', times.medianMs, limits.median),
    ...inMs('p95', times.p95Ms, limits.p95),
    ...inMs('slowest', times.slowestMs, limits.slowest),
    { name: `unserved ${name} of others`, value: countUnserved(times.outcomes), unit: 'requests', limit: 0 },
  ]
}

/** The figures of all strangers. A median may be twice the idle one, if that is more than 100 ms. */
export const createStrangersFigures = (idle: StrangersTimes, attacked: StrangersTimes): readonly Figure[] => {
  const read = (name: 'REST list' | 'GraphQL list') => {
    const median = Math.max(100, 2 * idle[name].medianMs)
    return createFigures(name, attacked[name], { median, p95: 500, slowest: 2_000 })
  }
  return [
    ...read('REST list'),
    ...read('GraphQL list'),
    ...createFigures('search', attacked.search, { slowest: 2_000 }),
    ...createFigures('sign-in', attacked['sign-in'], { slowest: 500 }),
    ...createFigures('probe', attacked.probe, { slowest: 500 }),
  ]
}
