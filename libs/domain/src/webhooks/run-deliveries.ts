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
}

/** The longest time until a process notices due work of which it hears nothing. */
const POLL_MS = 5_000
const SOON_MS = 60_000

/** Delivers events to webhooks until it is stopped. Any number of processes may run this on one database (C10.7). */
export const runDeliveries = (host: DeliveryHost): RunningDeliveries => {
  const underWay = new Map<ClaimedDelivery, Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  const dispatch = async (): Promise<boolean> => {
    const isAnyNew = await dispatchEvents(host)
    if (isAnyNew) delivering.wake()
    return isAnyNew
  }

  const begin = (claimed: ClaimedDelivery, attempt: () => Promise<Date | null>): void => {
    const running = attempt()
      .then(wakeAt, host.report)
      .finally(() => {
        underWay.delete(claimed)
        // The next delivery of the same record is free now.
        delivering.wake()
      })
    underWay.set(claimed, running)
  }

  /** Repeats a delivery in time, if this is soon. The poll finds later repetitions. */
  const wakeAt = (next: Date | null): void => {
    const wait = (next?.getTime() ?? Infinity) - host.now().getTime()
    if (wait > SOON_MS) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      delivering.wake()
    }, wait)
    timers.add(timer)
  }

  const deliver = async (): Promise<boolean> => {
    const due = await claimDeliveries(host, underWay)
    for (const { claimed, attempt } of due) begin(claimed, attempt)
    return due.length > 0
  }

  const delivering = startPollLoop(deliver, { idleMs: POLL_MS, report: host.report })
  const dispatching = startPollLoop(dispatch, { idleMs: POLL_MS, report: host.report })
  host.afterWrites(() => {
    dispatching.wake()
    delivering.wake()
  })
  return {
    stop: async () => {
      await Promise.all([dispatching.stop(), delivering.stop()])
      await Promise.all(underWay.values())
      timers.forEach((timer) => clearTimeout(timer))
    },
  }
}
