import { setTimeout as sleep } from 'node:timers/promises'
import { createServiceAuditContext, type AuditContext } from '../audit/audit-entry.ts'
import type { Context, Stores } from '../context/context.ts'
import { startPollLoop, type PollLoop } from '../work/poll-loop.ts'
import { SECOND_MS } from '../rules/time.ts'
import { prepareCorrections } from './readable-words.ts'

/** Before each batch, the process waits for further writes: a large batch takes less time per record. */
const GATHER_MS = 200
/** A killed process may have told nobody of its last writes. The poll finds them. */
const POLL_MS = 5 * SECOND_MS
/** Words of many new texts take a third of the time of one connection, because nobody waits for them. */
const LATER_TIMES = 2
const MOST_REST_MS = 2 * SECOND_MS

export interface IndexHost extends Pick<Context, 'policy' | 'model'> {
  readonly stores: (auditContext: AuditContext) => Stores
  readonly now: () => Date
  /** Calls the function after each write of this process, or in a worker, of all processes. */
  readonly afterWrites: (wake: () => void) => void
  /** The wait before each batch. A worker waits longer, because other processes index their own writes. */
  readonly gatherMs?: number
  /** Receives the error of a batch, which waits for the next attempt. */
  readonly report: (error: unknown) => void
}

/**
 * Indexes changed records for searches until it is stopped: soon after each write of this process, and the records that
 * a killed process has left. Any number of processes may run this.
 */
export const runIndexing = ({
  stores,
  now,
  afterWrites,
  gatherMs = GATHER_MS,
  report,
  ...parts
}: IndexHost): Pick<PollLoop, 'stop'> => {
  let pauseMs = gatherMs
  let isPrepared = false
  const turn = async (): Promise<boolean> => {
    await sleep(pauseMs)
    const started = performance.now()
    pauseMs = gatherMs
    const own = stores(createServiceAuditContext('index-records', now()))
    if (!isPrepared) await prepareCorrections(own, parts)
    isPrepared = true
    const outcome = await own.search.index()
    if (outcome === 'more') pauseMs = 0
    if (outcome === 'later') pauseMs = Math.min(MOST_REST_MS, LATER_TIMES * (performance.now() - started))
    return outcome !== 'done'
  }
  const loop = startPollLoop(turn, { idleMs: POLL_MS, report })
  afterWrites(loop.wake)
  return loop
}
