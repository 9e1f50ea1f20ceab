import { ContentError } from './errors.ts'

/** Runs work after the answer: nobody waits for it, and what goes wrong in it is told to the log alone. */
export type Later = (work: () => Promise<void>) => void

/** Work that waits until it is known whether it is wanted. */
export interface HeldBack {
  readonly later: Later
  isAny(): boolean
  /** Lets it go on, and whatever comes after it at once. */
  release(): void
}

export const heldBack = (later: Later): HeldBack => {
  const held: Parameters<Later>[0][] = []
  let isReleased = false
  return {
    later: (work) => void (isReleased ? later(work) : held.push(work)),
    isAny: () => held.length > 0,
    release: () => {
      isReleased = true
      held.forEach(later)
    },
  }
}

export interface LaterQueue {
  readonly later: Later
  /** Waits for all that has been begun. */
  finished(): Promise<void>
}

const tooMuch = (): ContentError =>
  new ContentError('UNAVAILABLE', 'Too much work is waiting. Try again in 5 seconds.')

/** Runs at most so many pieces of work at a time. */
export const laterQueue = (report: (error: unknown) => void, most = 1_000): LaterQueue => {
  const running = new Set<Promise<void>>()
  return {
    later: (work) => {
      if (running.size >= most) throw tooMuch()
      const run = Promise.resolve()
        .then(work)
        .catch(report)
        .finally(() => running.delete(run))
      running.add(run)
    },
    finished: async () => {
      // What is begun may begin more.
      while (running.size > 0) await Promise.all(running)
    },
  }
}
