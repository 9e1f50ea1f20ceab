import type { UserId } from '../ids.ts'

/** Somebody who has been deleted, and of whom nothing is to be told any more that leads to them (C11.2; GDPR, Art. 17). */
export interface Erasure {
  readonly userId: UserId
  /** What stands for them from now on, so that what they did is still told to be of one person: no id that a user has. */
  readonly pseudonym: number
  /** What happened later is somebody else's, who was given the same id (C6.5). */
  readonly at: Date
}

/** Port: what is told of people who have left. An erasure begins with the deletion, in its transaction (`UserStore.remove`). */
export interface ErasureStore {
  nextPseudonym(): number
  pending(atMost: number): Promise<readonly Erasure[]>
  /**
   * Takes the person out of so many entries of the audit log, and of so many events, which are not told any more when
   * they are about nobody else. Returns how many it found: none once it is done.
   */
  forget(erasure: Erasure, atMost: number): Promise<number>
  /** Forgets who stands for whom. */
  finish(erasure: Erasure): Promise<void>
}
