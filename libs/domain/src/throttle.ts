import type { UserId } from './ids.ts'

/** The account of an attempt by or against a user who is known. */
export const nameAccount = (user: UserId): string => `user:${user}`

/** Who tries something that can be guessed: the account it is about, and where the attempt comes from. */
export interface ThrottleSubject {
  /** Any text that names the account, such as a login as it was given or `user:7`. It is kept as a keyed hash only. */
  readonly account: string
  /** Null: attempts on the account count together wherever they come from. */
  readonly address: string | null
}

/** One attempt that was let through. What says neither of the two is as if it had not been. */
export interface Attempt {
  /** The guess was wrong: it counts. */
  recordFailure(): void
  /** What was to be proven is proven: the earlier failures of this account from this address are forgotten. */
  recordSuccess(): void
}

/** Port: keeps those waiting who guess (C7.6). Implemented by libs/identity. */
export interface Throttle {
  /**
   * Runs `work`, unless too many attempts have failed before it.
   * @throws RateLimited before `work` has begun; how long to wait depends on failures alone.
   */
  run<Result>(by: ThrottleSubject, work: (attempt: Attempt) => Promise<Result>): Promise<Result>
}
