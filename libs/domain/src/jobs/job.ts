import type { Stores } from '../context.ts'

/** Work that happens by time rather than by request. Running it twice, or in two processes at once, does no harm. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  /** Returns true if more work is due now: the job then runs again at once, with the time of that moment. */
  readonly run: (stores: Stores, now: Date) => Promise<boolean> | Promise<void>
}
