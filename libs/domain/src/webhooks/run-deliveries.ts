import { POLL_MS, startAttempts } from '../work/attempts.ts'
import { startPollLoop } from '../work/poll-loop.ts'
import { claimDeliveries, dispatchEvents, type DueDeliveryHost } from './deliver-due.ts'
import type { ClaimedDelivery } from './delivery-store.ts'

export interface RunningDeliveries {
  /** Starts no more attempts, and waits for the running attempts: 10 s at most, which is the sender's timeout. */
  stop(): Promise<void>
}

export interface DeliveryHost extends DueDeliveryHost {
  /** Calls the function after each write, which may have an event, or replay a delivery. */
  readonly afterWrites: (wake: () => void) => void
  /** Called after the events have been dispatched, to webhooks and to handlers. */
  readonly afterDispatch?: () => void
}

/** Delivers events to webhooks until it is stopped. Any number of processes may run this on one database (C10.7). */
export const runDeliveries = (host: DeliveryHost): RunningDeliveries => {
  const { now, report } = host
  const claim = (underWay: ReadonlySet<ClaimedDelivery>) => claimDeliveries(host, underWay)
  const delivering = startAttempts({ claim, now, report })
  const dispatch = async (): Promise<boolean> => {
    const isAnyNew = await dispatchEvents(host)
    if (isAnyNew) {
      delivering.wake()
      host.afterDispatch?.()
    }
    return isAnyNew
  }
  const dispatching = startPollLoop(dispatch, { idleMs: POLL_MS, report })
  host.afterWrites(() => {
    dispatching.wake()
    delivering.wake()
  })
  return {
    stop: async () => {
      await Promise.all([dispatching.stop(), delivering.stop()])
    },
  }
}
