import { setTimeout as sleep } from 'node:timers/promises'
import { createServiceAuditContext, type AuditContext } from '../audit/audit-entry.ts'
import type { Stores } from '../context.ts'
import { startPollLoop, type PollLoop } from '../jobs/poll-loop.ts'
import { SECOND_MS } from '../time.ts'

/** Before each batch, the process waits for further writes: a large batch takes less time per record. */
const GATHER_MS = 200
/** A worker looks for the writes of other processes this often, so that all records are indexed within a second. */
const POLL_MS = 800
/** A process that hears of its own writes looks for those of other processes seldom. */
const SELDOM_MS = 5 * SECOND_MS

export interface IndexHost {
  readonly stores: (auditContext: AuditContext) => Stores
  readonly now: () => Date
  /** Calls the function after each write of this process; absent in a worker, which looks for writes by itself. */
  readonly afterWrites?: ((wake: () => void) => void) | undefined
  /** Receives the error of a batch, which waits for the next attempt. */
  readonly report: (error: unknown) => void
}

/**
 * Indexes changed records for searches until it is stopped: soon after each write of this process, and the records that
 * a killed process has left. Any number of processes may run this.
 */
export const runIndexing = ({ stores, now, afterWrites, report }: IndexHost): Pick<PollLoop, 'stop'> => {
  let isBehind = false
  const turn = async (): Promise<boolean> => {
    if (!isBehind) await sleep(GATHER_MS)
    isBehind = false
    const outcome = await stores(createServiceAuditContext('index-records', now())).search.index()
    isBehind = outcome === 'more'
    return outcome !== 'done'
  }
  const loop = startPollLoop(turn, { idleMs: afterWrites ? SELDOM_MS : POLL_MS, report })
  afterWrites?.(loop.wake)
  return loop
}
