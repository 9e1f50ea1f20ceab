import type { Condition } from '@content-service/authz'
import type { RevisionId, UserId } from '../../rules/ids.ts'
import type { Collection } from '../collections.ts'
import type { RecordId } from '../fields/field.ts'
import type { Keeping, RecordRevision } from '../revisions/revision.ts'
import type { RecordType } from './record-type.ts'
import type { RecordOf } from './record-values.ts'

/** C14.2: the records of a collection that a caller may read. */
export type ReadableFilter = (of: Collection) => Condition

/** Port: stores the records of one declared type. */
export interface RecordStore<R> {
  nextId(): RecordId
  /**
   * @throws ContentError BAD_USER_INPUT at a link whose record does not exist; CONFLICT if another record has the
   * unique text, regardless of upper and lower case.
   */
  add(record: R): Promise<R>
  get(id: RecordId): Promise<R | null>
  /**
   * `facts` names the facts of linked records that `decide` gets with the record (`nameLinkedFact`). With `keeping`, the
   * version before becomes a revision in the same transaction, if a value of it differs (C17.3).
   */
  change(
    id: RecordId,
    decide: (current: R) => R,
    facts?: readonly string[],
    keeping?: Keeping,
  ): Promise<R | null>
  /** C17.3: a version of a record of the type that an edit has replaced. */
  revision(id: RevisionId): Promise<RecordRevision | null>
  /**
   * Deletes a record, with the records whose links say so, and clears the links of others (C14.2). If these are more than
   * 1,000, the record is gone for readers, and `RemovalStore` changes them (C15.15). @throws ContentError CONFLICT if
   * records refuse it, or if too many could refuse it. The message counts records that the caller may read.
   */
  remove(id: RecordId, decide: (current: R) => void, removal?: Removal): Promise<boolean>
  /** C16.5: locks records in the order of their ids, until the end of the transaction. Ids of no record are left out. */
  lock(ids: readonly (RecordId | UserId)[]): Promise<void>
  /**
   * C14.3: erases the oldest `atMost` records that guests created up to `createdBy`, and does to linking records what
   * `remove` does, however many there are. Returns the number of these records. Only for types that guests create.
   */
  purgeGuestRecords(createdBy: Date, atMost: number): Promise<number>
}

/** What a removal knows of its caller. */
export interface Removal {
  readonly readable?: ReadableFilter | undefined
  /** The facts of linked records that `decide` and the event of the deletion get (`nameLinkedFact`). */
  readonly facts?: readonly string[]
}

/** The store of each declared type. */
export type RecordStores = <T extends RecordType>(type: T) => RecordStore<RecordOf<T>>

/** Port: the deletions that change more records than the transaction of a request (C15.15). */
export interface RemovalStore {
  /**
   * Changes up to 1,000 records that link to a deleted one, in one transaction, or, if there are no more, removes the deleted
   * one for good. Users take turns: this is the oldest deletion of the user whose id is the next after `after`. Deletions of
   * the service are those of user 0. Returns the user's id; null if nothing is left to do, or another process does it.
   */
  finish(after: number): Promise<number | null>
}
