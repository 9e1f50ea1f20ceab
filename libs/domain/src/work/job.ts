import type { Stores } from '../context/context.ts'

/** Work that runs at certain times, without a request. To run it twice, or in two processes at once, does no harm. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  /** Returns true if more work is due: the job then runs again at once, with the current time. */
  readonly run: (stores: Stores, now: Date) => Promise<boolean> | Promise<void>
}
