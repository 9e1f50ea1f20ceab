import { startAttempts } from '../work/attempts.ts'
import type { PollLoop } from '../work/poll-loop.ts'
import type { ClaimedRun } from './handler-store.ts'
import { claimRuns, type DueRunHost } from './run-due.ts'

export interface HandlerHost extends DueRunHost {
  readonly afterWrites: (wake: () => void) => void
  /** Receives the errors of the service; it tries a run again. */
  readonly report: (error: unknown) => void
}

/** C10.4: a stop takes at most 10 s. A run that is still under way by then begins again in another process. */
const STOP_MS = 5_000

const NOTHING: PollLoop = { wake: () => undefined, stop: async () => undefined }

/** C16.4: runs the handlers of the model until it is stopped. Any number of processes may run this on one database. */
export const runHandlers = (host: HandlerHost): PollLoop => {
  if (host.model.handlers.length === 0) return NOTHING
  const stopping = new AbortController()
  const scoped = { ...host, stopping: stopping.signal }
  const running = startAttempts({
    ...host,
    claim: (underWay: ReadonlySet<ClaimedRun>) => claimRuns(scoped, underWay),
  })
  host.afterWrites(running.wake)
  return {
    wake: running.wake,
    stop: async () => {
      const timer = setTimeout(() => stopping.abort(), STOP_MS)
      await running.stop()
      clearTimeout(timer)
    },
  }
}
