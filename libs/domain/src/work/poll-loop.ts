export interface PollLoop {
  /** Starts the next turn at once. */
  wake(): void
  /** Starts no more turns, and waits for the running turn. */
  stop(): Promise<void>
}

interface PollOptions {
  /** The wait after a turn that found no work. */
  readonly idleMs: number
  /** Receives the error of a failed turn; the next turn starts after a wait. */
  readonly report: (error: unknown) => void
}

/** Runs turns one after the other. After a turn that found no work, the loop waits for `idleMs` or for `wake`. */
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
      // A wake-up during the turn may have come too late for the turn.
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
