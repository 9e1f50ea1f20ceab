import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCpuMs, readTreeCpuMs } from '../../programs/process-tree.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const COMMAND = ['--conditions=@content-service/source', join(ROOT, 'apps/api/src/cli.ts')]
const POLL_MS = 50
/** Then PostgreSQL has added the times of its ended sessions to its own. */
const SETTLE_MS = 500

/** The costs of one load. */
export interface Figures {
  readonly seconds: number
  /** CPU time of the importing process; null for a load without a process of its own. */
  readonly ownSeconds: number | null
  /** CPU time of PostgreSQL; null for the embedded database, which runs in the importing process. */
  readonly postgresSeconds: number | null
  /** The largest resident memory of the importing process. */
  readonly peakMb: number | null
}

/** The largest resident memory so far; 0 after the end of the process. */
const readPeakMb = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Runs `content-service` to its end, and reads its CPU time and memory meanwhile. @throws if it fails. */
export const measureCommand = async (
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Pick<Figures, 'ownSeconds' | 'peakMb'>> => {
  const env = { PATH: process.env['PATH'], ...settings }
  const child = spawn(process.execPath, [...COMMAND, ...args], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const kill = (): void => void child.kill('SIGKILL')
  process.on('exit', kill)
  const ended = once(child, 'exit')
  await once(child, 'spawn')
  let [cpuMs, peakMb] = [0, 0]
  while (child.exitCode === null && child.signalCode === null) {
    cpuMs = Math.max(cpuMs, readCpuMs(child.pid as number))
    peakMb = Math.max(peakMb, readPeakMb(child.pid as number))
    await Promise.race([ended, sleep(POLL_MS)])
  }
  process.off('exit', kill)
  if (child.exitCode !== 0) throw new Error(`content-service ${args.join(' ')} failed.`)
  return { ownSeconds: cpuMs / 1_000, peakMb }
}

interface Elapsed<Result> {
  readonly result: Result
  readonly seconds: number
}

export const measureTime = async <Result>(work: () => Promise<Result>): Promise<Elapsed<Result>> => {
  const started = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - started) / 1_000 }
}

/** Measures the time of the work, and the CPU time of a PostgreSQL meanwhile. */
export const measurePostgres = async <Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<Elapsed<Result> & { readonly postgresSeconds: number }> => {
  const before = readTreeCpuMs(pid)
  const elapsed = await measureTime(work)
  await sleep(SETTLE_MS)
  return { ...elapsed, postgresSeconds: (readTreeCpuMs(pid) - before) / 1_000 }
}
