import type { Condition } from '@content-service/authz'
import type { RevisionId, UserId } from '../../rules/ids.ts'
import type { Collection } from '../collections.ts'
import type { RecordId } from '../fields/field.ts'
import type { Keeping, RecordRevision } from '../revisions/revision.ts'
import type { RecordType } from './record-type.ts'
import type { RecordOf } from './record-values.ts'

/** C14.2: the records of a collection that a caller may read. */
export type ReadableFilter = (of: Collection) => Condition

/** C17.2: a record whose time to be published has come, and the user who has set the time. */
export interface DueRecord {
  readonly id: RecordId
  readonly scheduledBy: UserId | null
  /** Null for a type without owners. */
  readonly ownerId: UserId | null
}

/** Port: stores the records of one declared type. */
export interface RecordStore<R> {
  nextId(): RecordId
  /**
   * @throws ContentError BAD_USER_INPUT at a link whose record does not exist; CONFLICT if another record has the
   * unique text, regardless of upper and lower case.
   */
  add(record: R): Promise<R>
  get(id: RecordId): Promise<R | null>
  change(id: RecordId, decide: (current: R) => R, edit?: Edit): Promise<R | null>
  /**
   * `change` for several records, with few statements. Ids of no record are left out. To go on in the transaction after a failure,
   * run it within `attempt`, which takes back all of it.
   */
  changeAll(ids: readonly RecordId[], decide: (current: R) => R, edit?: EditOfMany<R>): Promise<readonly R[]>
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
   * C17.2: locks records whose time to be published has come until the transaction ends (`Stores.alone`): by turns between
   * their owners, and the longest overdue of each first. It leaves out these records, and those that another process has
   * locked, so that workers share the work. Only for types with a schedule.
   */
  lockDue(now: Date, atMost: number, without?: readonly RecordId[]): Promise<readonly DueRecord[]>
  /**
   * C14.3: erases the oldest `atMost` records that guests created up to `createdBy`, and does to linking records what
   * `remove` does, however many there are. Returns the number of these records. Only for types that guests create.
   */
  purgeGuestRecords(createdBy: Date, atMost: number): Promise<number>
  /**
   * C4.6, C17.5: a user likes a record at most once. Idempotent; changes neither the version nor the time of the last change.
   * Only for types with likes. Returns the record as the decision got it. @throws NOT_FOUND if it does not exist.
   */
  like(id: RecordId, liking: Liking<R> & { readonly at: Date }): Promise<R>
  unlike(id: RecordId, liking: Liking<R>): Promise<R>
  /** C4.6, C17.5: adds to the counters of several records at once, and leaves out ids of no record. Only for types with views. */
  addViews(counts: ReadonlyMap<RecordId, number>): Promise<void>
  /**
   * C17.7: gives a slug to `atMost` records that have none, without new versions: those of earlier releases, and imported ones.
   * Leaves out records that another process has locked. Returns their number. Only for types with a slug.
   */
  fillSlugs(atMost: number): Promise<number>
  /** C4.3, C17.4: erases what has been in the trash for long. A record that others refuse to let go stays. */
  purgeTrash(due: DueTrash): Promise<Purged>
}

/** A user whose like a store keeps or removes. */
export interface Liking<R> {
  readonly user: UserId
  /** Gets the locked record. @throws what refuses the like. */
  readonly decide?: (current: R) => void
  /** The facts of linked records that the decision gets with the record (`nameLinkedFact`). */
  readonly facts?: readonly string[]
}

/** A part of the records that came into the trash before a time, in the order of their ids. */
export interface DueTrash {
  readonly deletedBefore: Date
  readonly atMost: number
  /** The id of the last record of the part before; null for the first part. */
  readonly after: RecordId | null
}

export interface Purged {
  /** The number of records that are gone. */
  readonly count: number
  /** The last record of the part; null if no part follows. */
  readonly last: RecordId | null
}

/** What an edit knows beside its decision. */
export interface Edit {
  /** The facts of linked records that the decision gets with the record (`nameLinkedFact`). */
  readonly facts?: readonly string[]
  /** C17.3: the version before becomes a revision in the same transaction, if a value of it differs. */
  readonly keeping?: Keeping | undefined
  /** C17.1: the verb of the event, in the place of `updated`. */
  readonly event?: string | undefined
}

/** `Edit` for several records, which can keep their versions for different editors. */
export interface EditOfMany<R> extends Omit<Edit, 'keeping'> {
  readonly keeping?: ((current: R) => Keeping) | undefined
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
