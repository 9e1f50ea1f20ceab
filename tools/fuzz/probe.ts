import { setTimeout as sleep } from 'node:timers/promises'
import { readCpuMs } from '../programs/process-tree.ts'
import type { GeneratedRequest } from './requests/generated-request.ts'
import { findBreaches, type Breach, type Limits, type Measured } from './limits.ts'
import { readMemory, resetPeak } from './process-usage.ts'
import { send } from './send.ts'

const REPETITIONS = 2
/** The time in which the service may still write rows after its response. */
const LATE_MS = 100

/** A process that receives the requests. */
export interface Target {
  readonly url: string
  readonly pid: number
  readonly limits: Limits
  /** The output of the process at its end; null while it runs. */
  readonly lastWords: string | null
  collectGarbage(): Promise<void>
  /** The table of each row that was written since the last call. */
  takeWrittenRows(): Promise<readonly string[]>
}

export interface Probed {
  readonly measured: Measured
  readonly breaches: readonly Breach[]
  /** Whether the first measurement broke a limit. */
  readonly isRepeated: boolean
}

const measure = async (
  service: Target,
  request: GeneratedRequest,
  when: 'at once' | 'later',
): Promise<Measured> => {
  const { pid } = service
  resetPeak(pid)
  const [cpuBefore, { residentBytes }] = [readCpuMs(pid), readMemory(pid)]
  const received = await send(service.url, request)
  // The end of a process becomes known a little after the end of its connections.
  if (when === 'later' || received.status === 0) await sleep(LATE_MS)
  // The usage of a process that has ended cannot be read.
  const hasEnded = service.lastWords !== null
  const cpuMs = hasEnded ? 0 : readCpuMs(pid) - cpuBefore
  const memoryBytes = hasEnded ? 0 : readMemory(pid).peakBytes - residentBytes
  return { ...received, cpuMs, memoryBytes, rows: await service.takeWrittenRows() }
}

const smaller = (one: Measured, other: Measured): Measured => ({
  ...one,
  cpuMs: Math.min(one.cpuMs, other.cpuMs),
  memoryBytes: Math.min(one.memoryBytes, other.memoryBytes),
  rows: one.rows.length <= other.rows.length ? one.rows : other.rows,
})

/**
 * Measures three times and keeps the smallest values, which exclude garbage of earlier requests and background work.
 */
const measureAgain = async (service: Target, request: GeneratedRequest, first: Measured): Promise<Probed> => {
  let best = first
  for (let time = 0; time < REPETITIONS && service.lastWords === null; time += 1) {
    await service.collectGarbage()
    await service.takeWrittenRows()
    best = smaller(best, await measure(service, request, 'later'))
  }
  return { measured: best, breaches: findBreaches(request, best, service.limits), isRepeated: true }
}

/** Sends the request, and two times more if it breaks a limit. */
export const probe = async (service: Target, request: GeneratedRequest): Promise<Probed> => {
  const first = await measure(service, request, 'at once')
  if (findBreaches(request, first, service.limits).length === 0)
    return { measured: first, breaches: [], isRepeated: false }
  return measureAgain(service, request, first)
}

/** Probes three times, including the work of the service after its response. */
export const probeWithLateWork = async (service: Target, request: GeneratedRequest): Promise<Probed> =>
  measureAgain(service, request, await measure(service, request, 'later'))
