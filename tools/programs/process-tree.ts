import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 10
const GONE_TIMEOUT_MS = 10_000

interface Stat {
  readonly state: string
  readonly parent: number
}

/** The state and parent of a process; null for a process that has ended, and on systems other than Linux. */
function statOf(pid: number): Stat | null {
  try {
    // The name, in parentheses, can contain any characters.
    const [state = '', parent = ''] = (
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
    ).split(' ')
    return { state, parent: Number(parent) }
  } catch {
    return null
  }
}

function allProcesses(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

/**
 * Elsewhere than on Linux the list is empty. `/proc/PID/task/PID/children` would be shorter to read, but leaves out
 * some while others end (proc(5)).
 */
export function childrenOf(pid: number): readonly number[] {
  return allProcesses().filter((each) => statOf(each)?.parent === pid)
}

/** Whether the process works; a zombie has ended, and its parent has not noticed yet. */
export function isRunning(pid: number): boolean {
  const stat = statOf(pid)
  return stat !== null && stat.state !== 'Z'
}

/** Sends SIGKILL, and waits until only a zombie is left. */
export async function killAndWait(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    return // it has ended by itself
  }
  const deadline = Date.now() + GONE_TIMEOUT_MS
  while (isRunning(pid)) {
    if (Date.now() > deadline) throw new Error(`process ${pid} does not end`)
    await sleep(POLL_MS)
  }
}

/** Linux counts the CPU time of a process in hundredths of a second. */
const TICK_MS = 10

/** Fields of `/proc/PID/stat` after the state: user and system time, also those of children that have ended. */
const OWN_TIMES = [11, 12]
const ALL_TIMES = [11, 12, 13, 14]

const readTimes = (pid: number, fields: readonly number[]): number => {
  try {
    const values = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields.reduce((sum, field) => sum + Number(values[field]), 0) * TICK_MS
  } catch {
    return 0 // it has ended
  }
}

/** The CPU time of all threads of a process since its start. */
export const readCpuMs = (pid: number): number => readTimes(pid, OWN_TIMES)

/** The CPU time of a process and all its descendants since their start, including those that have ended. */
export const readTreeCpuMs = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + readTreeCpuMs(child), readTimes(pid, ALL_TIMES))
