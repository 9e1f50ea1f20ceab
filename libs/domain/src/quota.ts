/** C12.12: the requests that a piece of work charges to its sender's quota, in addition to the request itself. */
export const PRICES = {
  search: 1,
  correctedWord: 1,
  hashedPassword: 1,
  mail: 1,
  signUp: 1,
  mebibyte: 1,
  records: 1,
  /** Statements of 8,192 characters that a query prepares. */
  compiledStatements: 1,
} as const

/** Port: the quota of the sender of a request. Implemented by libs/identity. */
export interface Quota {
  /** @throws RateLimited when fewer requests are left. */
  charge(requests: number): Promise<void>
  /** Counts an account that a stranger creates. @throws RateLimited after too many within an hour from one address. */
  admitSignUp(): Promise<void>
}

/** For work without a client, such as a job or a command of the operator. */
export const UNLIMITED_QUOTA: Quota = {
  charge: () => Promise.resolve(),
  admitSignUp: () => Promise.resolve(),
}
