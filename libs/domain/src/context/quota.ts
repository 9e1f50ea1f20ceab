/** C12.12: the requests that a piece of work charges to its sender's quota, in addition to the request itself. */
export const PRICES = {
  search: 1,
  correctedWord: 1,
  hashedPassword: 1,
  mail: 1,
  signUp: 1,
  mebibyte: 1,
  records: 1,
  /** C14.4: a record of a bulk action. */
  bulkRecord: 1,
  thousandWords: 1,
  /** Statements of 8,192 characters that a query prepares. */
  plannedStatements: 1,
} as const

const SKIPPED_ROWS = 1_000
const PARENTS = 20

/**
 * C13.6: the price of the rows before a page, which the database walks. `parents` is the number of records that each have
 * such a list.
 */
export const computeSkippingPrice = (skipped: number, parents = 1): number =>
  Math.floor(Math.max(skipped, 0) / SKIPPED_ROWS) * Math.ceil(parents / PARENTS)

/** Takes a count back. */
export type GiveBack = () => Promise<void>

/** Port: the quota of the sender of a request. Implemented by libs/identity. */
export interface Quota {
  /** @throws RateLimited when fewer requests are left. */
  charge(requests: number): Promise<void>
  /** Counts words of text that the request writes (C15.12). @throws RateLimited when fewer requests are left. */
  addWords(words: number): Promise<void>
  /** Counts an account that a stranger creates. @throws RateLimited after too many within an hour from one address. */
  admitSignUp(): Promise<void>
  /**
   * Counts a record that a guest creates (C14.3). Returns the function for a record that is not created after all.
   * @throws RateLimited after too many within an hour from one address.
   */
  admitGuestRecord(): Promise<GiveBack>
}

/** For work without a client, such as a job or a command of the operator. */
export const UNLIMITED_QUOTA: Quota = {
  charge: () => Promise.resolve(),
  addWords: () => Promise.resolve(),
  admitSignUp: () => Promise.resolve(),
  admitGuestRecord: () => Promise.resolve(async () => undefined),
}
