import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningProgram } from '../../libs/server/tests/support/processes/processes.ts'

export interface Memory {
  readonly residentBytes: number
  /** The largest memory since the last `resetPeak`. */
  readonly peakBytes: number
}

export const readMemory = (pid: number): Memory => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const bytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s{0,20}(\\d{1,15}) kB`, 'm').exec(status)?.[1] ?? 0) * 1_024
  return { residentBytes: bytes('VmRSS'), peakBytes: bytes('VmHWM') }
}

/** Sets the peak to the present size, by the value 5 of proc(5). */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

const POLL_MS = 20
const GARBAGE_TIMEOUT_MS = 10_000

/** The NODE_OPTIONS of a process for `collectGarbage`. */
export const GARBAGE_OPTIONS = `--expose-gc --import=${new URL('./collect-garbage.ts', import.meta.url).href}`

/** Frees all garbage of a process, so that a measurement begins with little memory. */
export const collectGarbage = async ({ process: { pid }, errors }: RunningProgram): Promise<void> => {
  const told = errors().length
  const deadline = Date.now() + GARBAGE_TIMEOUT_MS
  process.kill(Number(pid), 'SIGUSR2')
  // A process that has ended, or that still handles a request, writes nothing.
  while (errors().length === told && Date.now() < deadline) await sleep(POLL_MS)
}
