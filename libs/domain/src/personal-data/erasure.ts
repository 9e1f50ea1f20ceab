import type { UserId } from '../ids.ts'
import type { Job } from '../jobs/job.ts'

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

const PEOPLE_AT_ONCE = 10
const TRACES_AT_ONCE = 500

/** Whoever dies in the middle has another one go on; two at once do the same. */
export const eraseTraces: Job = {
  name: 'erase-traces',
  everyMs: 2_000,
  run: async ({ erasures }) => {
    for (const erasure of await erasures.pending(PEOPLE_AT_ONCE)) {
      while ((await erasures.forget(erasure, TRACES_AT_ONCE)) > 0);
      await erasures.finish(erasure)
    }
  },
}
