import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../postgres/postgres-server.ts'
import { killAndWait } from '../../programs/process-tree.ts'
import type { Cores } from './cores.ts'

export interface ProgramOptions {
  /** The arguments of Node. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly cores: Cores | null
  /** The folder for its log. A log goes to a file, because a pipe would make this process work. */
  readonly folder: string
  /** The path that responds when the program is ready. */
  readonly readyPath: string
}

export interface Program {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 10_000
const POLL_MS = 20
const SHOWN_LOG = 3_000

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

const isReady = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, { headers: { connection: 'close' } })
    await response.arrayBuffer()
    return response.status !== 503
  } catch {
    return false
  }
}

const stop = async (child: ChildProcess): Promise<void> => {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const inTime = await Promise.race([ended, sleep(STOP_TIMEOUT_MS, null, { ref: false })])
  if (inTime === null) await killAndWait(child.pid as number)
}

/** No server outlives the benchmark. */
const endWithThisProcess = (child: ChildProcess): void => {
  const kill = (): void => void child.kill('SIGKILL')
  process.on('exit', kill)
  child.once('exit', () => process.off('exit', kill))
}

/** Starts a server in a process of its own, on the core of the servers. @throws if it does not become ready. */
export const startProgram = async (options: ProgramOptions): Promise<Program> => {
  const { args, env, cwd, cores, folder, readyPath } = options
  const port = await freePort()
  const log = join(folder, `${port}.log`)
  const file = openSync(log, 'a')
  const command = [process.execPath, ...args]
  const [name = '', ...rest] = cores === null ? command : ['taskset', '-c', cores.server, ...command]
  const child = spawn(name, rest, {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: String(port), ...env },
    stdio: ['ignore', file, file],
    ...(cwd !== undefined && { cwd }),
  })
  closeSync(file)
  endWithThisProcess(child)
  await once(child, 'spawn')
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await isReady(url + readyPath))) {
    if (hasEnded(child) || Date.now() > deadline) {
      await stop(child)
      throw new Error(`${args.at(-1)} did not start:\n${readFileSync(log, 'utf8').slice(-SHOWN_LOG)}`)
    }
    await sleep(POLL_MS)
  }
  return { url, pid: child.pid as number, stop: () => stop(child) }
}
