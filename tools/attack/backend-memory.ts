import { readFileSync } from 'node:fs'
import { childrenOf } from '../programs/process-tree.ts'

const KIB = 1_024
const PRIVATE = /^Private_(?:Clean|Dirty):\s{0,20}(\d{1,15}) kB$/gm

/** The memory that a process shares with no other; 0 for a process that has ended. */
const readPrivateBytes = (pid: number): number => {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return [...rollup.matchAll(PRIVATE)].reduce((sum, [, size]) => sum + Number(size) * KIB, 0)
  } catch {
    return 0
  }
}

/** The private memory of all processes that a PostgreSQL has started: backends and background processes. */
export const readBackendBytes = (postgresPid: number): number =>
  childrenOf(postgresPid).reduce((sum, pid) => sum + readPrivateBytes(pid), 0)
