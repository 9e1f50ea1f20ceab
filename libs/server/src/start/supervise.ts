import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Settings } from '../settings/read-settings.ts'
import { explainListening } from '../connections/listening-failure.ts'
import { answerForAll } from '../operating/metrics-of-all.ts'

const REPLACED_AFTER_MS = 1_000

type Log = Pick<Logger, 'error' | 'warn'>
type Address = Pick<Settings, 'port' | 'host'>

/** Waits for the first message of the process, which listens by then. Returns false if it exits instead. */
const waitUntilListening = async (worker: Worker): Promise<boolean> => {
  const gaveUp = new AbortController()
  const [event] = await Promise.race([
    once(worker, 'message', { signal: gaveUp.signal }).then(() => ['message']),
    once(worker, 'exit', { signal: gaveUp.signal }).then(() => ['exit']),
  ])
  gaveUp.abort()
  return event === 'message'
}

/** Otherwise the processes would share the port with those of another service. @throws OperatorError. */
const checkPort = async ({ port, host }: Address): Promise<void> => {
  const server = createServer().listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    throw explainListening(error, { port, host })
  })
  server.close()
  await once(server, 'close')
}

/** Replaces a process that ends, after a pause: a process that cannot start must not keep the processor busy. */
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
 * Runs several server processes on one port until a signal (WEB_CONCURRENCY). The other processes start after the first
 * process listens, so that only one process prepares a first start.
 */
export const supervise = async (count: number, at: Address, log: Log): Promise<void> => {
  await checkPort(at)
  // Each process accepts its own connections, also where they share one socket. A connection that the primary hands to a dying process would get no
  // response.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  answerForAll()
  if (!(await waitUntilListening(cluster.fork()))) process.exit(2)
  const stopReplacing = restartWorkers(log)
  for (let started = 1; started < count; started += 1) cluster.fork()
  let stopping: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      stopReplacing()
      stopping ??= endAll(signal).then(() => process.exit(0))
    })
}
