/** A completed request: enough to recognize the request, and to answer it again. */
export interface DoneRequest {
  /** A keyed hash: the request may contain a password. */
  readonly payload: string
  /** Null when it was too large to keep (C12.15). */
  readonly answer: string | null
  /** The address of the record, for a response that was not kept; null where it is not known. */
  readonly location: string | null
  readonly doneAt: Date
  readonly expiresAt: Date
}

/** A request to keep, and the limit on all that is kept for its sender. */
export interface KeptRequest extends DoneRequest {
  /** A keyed hash of the sender. */
  readonly principal: string
  /** Bytes of all answers of one principal. */
  readonly budget: number
}

/** Port: the requests that were done under a key (C6.9), by a name that reveals nothing about the sender. */
export interface IdempotencyStore {
  /** Null for an expired request. */
  find(name: string, now: Date): Promise<DoneRequest | null>
  /** Removes expired requests. */
  purge(now: Date): Promise<void>
}

/** A running request, which no other process runs at the same time. */
export interface UnitOfWork<Stores> {
  /** All that is written through these is one transaction, until it ends; afterwards they are stores like any other. */
  readonly stores: Stores
  /** Whether a record has been written so far. */
  hasWritten(): boolean
  /** Keeps the request in the same transaction, without its answer when the answers of its principal use the budget. */
  keep(done: KeptRequest): Promise<void>
}

/**
 * Runs `work` in one transaction: it stays when `work` comes to its end, and is taken back when it throws; refusals are
 * in the audit log all the same. The transaction begins with the first write, and takes the name then: what `work` does
 * before, such as hashing passwords, keeps nobody waiting.
 * @throws IdempotencyConflict when the name is taken, or its request has been done meanwhile; `work` has written
 * nothing then.
 */
export type Once<Stores> = <Result>(
  name: string,
  now: Date,
  work: (unitOfWork: UnitOfWork<Stores>) => Promise<Result>,
) => Promise<Result>
