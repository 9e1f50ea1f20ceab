/** A completed request: the facts that recognize the request and answer it again. */
export interface DoneRequest {
  /** A keyed hash: the request may contain a password. */
  readonly payload: string
  /** Null if the answer was too large to store (C12.15). */
  readonly answer: string | null
  /** The address of the record, for an answer that is not stored; null if the address is unknown. */
  readonly location: string | null
  readonly doneAt: Date
  readonly expiresAt: Date
}

/** A request to store, with the limit on all stored answers of its sender. */
export interface KeptRequest extends DoneRequest {
  /** A keyed hash of the sender. */
  readonly principal: string
  /** The most bytes of all answers of one principal. */
  readonly budget: number
}

/** Port: completed requests with a key (C6.9), under a name that reveals nothing about the sender. */
export interface IdempotencyStore {
  /** Null for an expired request. */
  find(name: string, now: Date): Promise<DoneRequest | null>
  /** Removes expired requests. */
  purge(now: Date): Promise<void>
}

/** A running request, which no other process runs at the same time. */
export interface UnitOfWork<Stores> {
  /** All writes through these stores are one transaction. After its end they are ordinary stores. */
  readonly stores: Stores
  /** Whether a record has been written so far. */
  hasWritten(): boolean
  /**
   * Stores the request in the same transaction, without its answer if the answers of its principal exceed the budget.
   */
  keep(done: KeptRequest): Promise<void>
}

/**
 * Runs `work` in one transaction, which is rolled back if `work` throws; the audit log has its refusals all the same.
 * The transaction begins with the first write and claims the name then, so that slow work before the first write, such
 * as hashing passwords, blocks no other request.
 * @throws IdempotencyConflict if a running request has the name, or if its request has completed in the meantime;
 * `work` has written nothing then.
 */
export type Once<Stores> = <Result>(
  name: string,
  now: Date,
  work: (unitOfWork: UnitOfWork<Stores>) => Promise<Result>,
) => Promise<Result>
