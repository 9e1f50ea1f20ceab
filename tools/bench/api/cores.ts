import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Lists of cores, as `taskset` takes them. */
export interface Cores {
  /** The core of the server under test. */
  readonly server: string
  /** The cores of PostgreSQL and the load generator. */
  readonly others: string
}

/** Null without `taskset`, or on a machine with one core: then nothing is pinned. */
export const chooseCores = (): Cores | null => {
  const count = availableParallelism()
  if (count < 2 || spawnSync('taskset', ['--version']).status !== 0) return null
  return { server: '0', others: count === 2 ? '1' : `1-${count - 1}` }
}

/** Moves all threads of this process. The processes that it starts later, such as PostgreSQL, inherit the cores. */
export const moveThisProcess = (cores: Cores | null): void => {
  if (cores === null) return
  const { status, stderr } = spawnSync('taskset', ['-a', '-c', '-p', cores.others, String(process.pid)])
  if (status !== 0) throw new Error(`taskset cannot pin this process: ${stderr}`)
}
