import type { UserId } from '../rules/ids.ts'

/** The erasure of a deleted user: no stored record may lead to this person any more (C11.2; GDPR, Art. 17). */
export interface Erasure {
  readonly userId: UserId
  /** Replaces the id of the person, so that their actions still belong to one actor; no user has this id. */
  readonly pseudonym: number
  /** Actions after this time belong to a later user with the same id (C6.5). */
  readonly at: Date
}

/**
 * Port: removes the traces of erased users. An erasure begins in the transaction of the deletion (`UserStore.remove`).
 */
export interface ErasureStore {
  nextPseudonym(): number
  pending(atMost: number): Promise<readonly Erasure[]>
  /**
   * Removes the person from at most `atMost` entries of the audit log and `atMost` events. It removes events that are
   * only about this person. Returns the number of changed entries and events: 0 when the erasure is complete.
   */
  forget(erasure: Erasure, atMost: number): Promise<number>
  /** Removes the erasure, and with it the link between the person and the pseudonym. */
  finish(erasure: Erasure): Promise<void>
}
