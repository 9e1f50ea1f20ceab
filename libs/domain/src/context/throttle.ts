import type { UserId } from '../rules/ids.ts'

/** The name of a known user's account for attempts by this user or against this user. */
export const nameAccount = (user: UserId): string => `user:${user}`

/** An attempt to guess a secret: the account of the secret, and the address of the sender. */
export interface ThrottleSubject {
  /** Any text that names the account, such as the typed login or `user:7`. The service stores only its keyed hash. */
  readonly account: string
  /** Null: attempts on the account from all addresses count together. */
  readonly address: string | null
  /** Attempts of different purposes from an address count apart; sign-ins by default. */
  readonly purpose?: 'sign-ups'
}

/** One admitted attempt. An attempt without a recorded result does not count. */
export interface Attempt {
  /** Counts the attempt as a wrong guess. */
  recordFailure(): void
  /** The guess was right: the throttle forgets the earlier failures of this account from this address. */
  recordSuccess(): void
}

/** Port: lets callers wait after wrong guesses (C7.6). Implemented by libs/identity. */
export interface Throttle {
  /**
   * Runs `work`, unless too many attempts have failed before it.
   * @throws RateLimited before `work` begins; only the earlier failures decide how long the caller must wait.
   */
  run<Result>(by: ThrottleSubject, work: (attempt: Attempt) => Promise<Result>): Promise<Result>
}
