/** The time of a claim: no other worker can claim the work before `until`. */
export interface ClaimTime {
  readonly now: Date
  readonly until: Date
}

/**
 * Work that one worker has claimed for a while: if the worker dies, another worker can claim the work after that time.
 */
export interface Claim<Id extends string = string> {
  readonly id: Id
  /** The number of this attempt, from 1. Once another worker has claimed the work, this claim has no effect. */
  readonly attempts: number
}
