import { serviceAct, type Act } from '../audit/audit-entry.ts'
import type { Stores } from '../context.ts'
import { attemptDelivery, type DeliveryParts } from './deliver.ts'
import type { ClaimedDelivery } from './delivery-store.ts'

export interface RunningDeliveries {
  /** Begins nothing more, and waits for the attempts that are under way: 10 s at most, as the sender does. */
  stop(): Promise<void>
}

export interface DeliveryHost extends Omit<DeliveryParts, 'stores'> {
  readonly stores: (act: Act) => Stores
  /** Hears of what failed for a reason of our own; it is tried again. */
  readonly report: (error: unknown) => void
}

const DISPATCHED_AT_ONCE = 500
const ATTEMPTS_AT_ONCE = 20
const EACH_AT_ONCE = 5
/** How soon something that has become due is noticed. */
const POLL_MS = 500
/** Longer than any attempt: who has not settled a delivery by then has died, and another one takes it. */
const CLAIM_MS = 15_000

/** Something that can be waited for, for a while, and be told of. */
class Bell {
  #ring: () => void = () => undefined

  ring(): void {
    this.#ring()
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#ring = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** Delivers events to webhooks until it is stopped. Any number of processes may do so on one database (C10.7). */
export const runDeliveries = (host: DeliveryHost): RunningDeliveries => {
  const underWay = new Set<Promise<void>>()
  const bell = new Bell()
  let isStopped = false

  const begin = (parts: DeliveryParts, claimed: ClaimedDelivery): void => {
    const attempt = attemptDelivery(parts, claimed)
      .catch(host.report)
      .finally(() => {
        underWay.delete(attempt)
        bell.ring()
      })
    underWay.add(attempt)
  }

  /** Whether there was anything to do. */
  const turn = async (): Promise<boolean> => {
    const now = host.now()
    const parts = { ...host, stores: host.stores(serviceAct('deliver-webhooks', now)) }
    const { deliveries } = parts.stores
    const dispatched = await deliveries.dispatch(now, DISPATCHED_AT_ONCE)
    const atMost = ATTEMPTS_AT_ONCE - underWay.size
    if (atMost === 0) return false
    const until = new Date(now.getTime() + CLAIM_MS)
    const claimed = await deliveries.claim({ now, until, atMost, atMostEach: EACH_AT_ONCE })
    for (const each of claimed) begin(parts, each)
    return dispatched > 0 || claimed.length > 0
  }

  const run = async (): Promise<void> => {
    while (!isStopped) {
      const wasBusy = await turn().catch((error: unknown) => {
        host.report(error)
        return false
      })
      if (!wasBusy && !isStopped) await bell.wait(POLL_MS)
    }
    await Promise.all(underWay)
  }

  const running = run()
  return {
    stop: () => {
      isStopped = true
      bell.ring()
      return running
    },
  }
}
