import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { answerForAll } from './metrics-of-all.ts'

const REPLACED_AFTER_MS = 1_000

type Log = Pick<Logger, 'error' | 'warn'>

/** Ends with the process that was told to listen, or with the one that could not. */
const waitUntilListening = async (worker: Worker): Promise<boolean> => {
  const gaveUp = new AbortController()
  const [event] = await Promise.race([
    once(worker, 'listening', { signal: gaveUp.signal }).then(() => ['listening']),
    once(worker, 'exit', { signal: gaveUp.signal }).then(() => ['exit']),
  ])
  gaveUp.abort()
  return event === 'listening'
}

/** One that dies is replaced, a moment later: if it cannot start, that is no reason to keep a processor busy. */
const restartWorkers = (log: Log): (() => void) => {
  let isStopping = false
  cluster.on('exit', async ({ process: { pid } }, code, signal) => {
    if (isStopping) return
    log.error(
      { pid, code, signal },
      'a process of WEB_CONCURRENCY has ended, and the service starts a new process',
    )
    await wait(REPLACED_AFTER_MS)
    if (!isStopping) cluster.fork()
  })
  return () => (isStopping = true)
}

const endAll = async (signal: NodeJS.Signals): Promise<void> => {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const ended = workers.map((worker) => once(worker, 'exit'))
  for (const worker of workers) worker.process.kill(signal)
  await Promise.all(ended)
}

/**
 * Has so many processes serve on one port until it is told to stop (WEB_CONCURRENCY). The first one is alone until it
 * listens, so that a first start is prepared once.
 */
export const supervise = async (count: number, log: Log): Promise<void> => {
  // Each takes its own connections: one that is being handed over to a process that dies would never be answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  answerForAll()
  if (!(await waitUntilListening(cluster.fork()))) process.exit(1)
  const stopReplacing = restartWorkers(log)
  for (let started = 1; started < count; started += 1) cluster.fork()
  let stopping: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      stopReplacing()
      stopping ??= endAll('SIGTERM').then(() => process.exit(0))
    })
}
