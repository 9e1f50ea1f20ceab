/** The time of a claim: until `until`, no other worker takes the work. */
export interface ClaimTime {
  readonly now: Date
  readonly until: Date
}

/** Work that one worker has taken for a while: if the worker dies, another worker takes the work when the time is over. */
export interface Claim<Id extends string = string> {
  readonly id: Id
  /** The number of this attempt, from 1. Once another worker has claimed the work, this claim has no effect. */
  readonly attempts: number
}
