import { ContentError } from '../rules/errors.ts'

/** Runs work after the response: no request waits for the work, and only the log shows its errors. */
export type RunInBackground = (work: () => Promise<void>) => void

/** Work that waits until its transaction is committed. */
export interface DeferredWork {
  readonly runInBackground: RunInBackground
  isAny(): boolean
  /** Starts the waiting work; later work starts at once. */
  release(): void
}

export const deferUntilCommit = (later: RunInBackground): DeferredWork => {
  const held: Parameters<RunInBackground>[0][] = []
  let isReleased = false
  return {
    runInBackground: (work) => void (isReleased ? later(work) : held.push(work)),
    isAny: () => held.length > 0,
    release: () => {
      isReleased = true
      held.forEach(later)
    },
  }
}

export interface BackgroundQueue {
  readonly runInBackground: RunInBackground
  /** Waits until no work runs. */
  waitUntilIdle(): Promise<void>
}

const tooMuch = (): ContentError =>
  new ContentError('UNAVAILABLE', 'Too much work is waiting. Try again in 5 seconds.')

/** Runs at most `most` pieces of work at a time. */
export const createBackgroundQueue = (report: (error: unknown) => void, most = 1_000): BackgroundQueue => {
  const running = new Set<Promise<void>>()
  return {
    runInBackground: (work) => {
      if (running.size >= most) throw tooMuch()
      const run = Promise.resolve()
        .then(work)
        .catch(report)
        .finally(() => running.delete(run))
      running.add(run)
    },
    waitUntilIdle: async () => {
      // Running work may start more work.
      while (running.size > 0) await Promise.all(running)
    },
  }
}
