import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const TAKE_TURNS = join(import.meta.dirname, 'take-turns.ts')

/**
 * Gives one or two processes on the same core a quarter of its time each, until the result is disposed of. The core
 * rests after each turn, so that two processes leave PostgreSQL and the load generator as much time per request as one.
 */
export const shareCore = async (pids: readonly number[]): Promise<AsyncDisposable> => {
  if (pids.length < 1 || pids.length > 2)
    throw new Error(`One or two processes share a core, not ${pids.length}.`)
  const turns = fork(TAKE_TURNS, pids.map(String))
  await once(turns, 'message')
  return {
    [Symbol.asyncDispose]: async () => {
      const ended = once(turns, 'exit')
      turns.disconnect()
      await ended
    },
  }
}
