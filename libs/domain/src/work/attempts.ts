import { startPollLoop, type PollLoop } from './poll-loop.ts'

/** Claimed work, and its attempt, which returns the time of the next attempt; null if no attempt follows. */
export interface Attempt<Claimed> {
  readonly claimed: Claimed
  attempt(): Promise<Date | null>
}

interface AttemptsHost<Claimed> {
  /** Claims due work beside the work under way. */
  readonly claim: (underWay: ReadonlySet<Claimed>) => Promise<readonly Attempt<Claimed>[]>
  readonly now: () => Date
  readonly report: (error: unknown) => void
}

/** The longest time until a process notices due work of which it hears nothing. */
export const POLL_MS = 5_000
const SOON_MS = 60_000

/** Attempts due work until it is stopped, many pieces at a time. `stop` waits for the running attempts. */
export const startAttempts = <Claimed>({ claim, now, report }: AttemptsHost<Claimed>): PollLoop => {
  const underWay = new Map<Claimed, Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()

  /** Repeats work in time, if this is soon. The poll finds later repetitions. */
  const wakeAt = (next: Date | null): void => {
    const wait = (next?.getTime() ?? Infinity) - now().getTime()
    if (wait > SOON_MS) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      attempting.wake()
    }, wait)
    timers.add(timer)
  }

  const begin = ({ claimed, attempt }: Attempt<Claimed>): void => {
    const running = attempt()
      .then(wakeAt, report)
      .finally(() => {
        underWay.delete(claimed)
        // The next work of the same record is free now.
        attempting.wake()
      })
    underWay.set(claimed, running)
  }

  const take = async (): Promise<boolean> => {
    const due = await claim(new Set(underWay.keys()))
    due.forEach(begin)
    return due.length > 0
  }

  const attempting = startPollLoop(take, { idleMs: POLL_MS, report })
  return {
    wake: attempting.wake,
    stop: async () => {
      await attempting.stop()
      await Promise.all(underWay.values())
      timers.forEach((timer) => clearTimeout(timer))
    },
  }
}
