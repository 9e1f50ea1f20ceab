export interface PollLoop {
  /** Has the next turn come at once. */
  wake(): void
  /** Begins no turn more, and waits for the one that runs. */
  stop(): Promise<void>
}

interface PollOptions {
  /** How long to wait after a turn that found nothing to do. */
  readonly idleMs: number
  /** Hears of a turn that failed; the next one comes after a wait. */
  readonly report: (error: unknown) => void
}

/** Takes turns, one at a time and one after the other while they say that they had something to do. */
export const startPollLoop = (turn: () => Promise<boolean>, { idleMs, report }: PollOptions): PollLoop => {
  let isStopped = false
  let isWoken = false
  let wakeUp = (): void => undefined

  const idle = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, idleMs)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const take = async (): Promise<boolean> => {
    try {
      return await turn()
    } catch (error) {
      report(error)
      return false
    }
  }
  const run = async (): Promise<void> => {
    while (!isStopped) {
      isWoken = false
      const wasBusy = await take()
      // Whoever woke it during the turn may have come too late for it.
      if (!wasBusy && !isWoken && !isStopped) await idle()
    }
  }

  const wake = (): void => {
    isWoken = true
    wakeUp()
  }
  const running = run()
  return {
    wake,
    stop: () => {
      isStopped = true
      wake()
      return running
    },
  }
}
