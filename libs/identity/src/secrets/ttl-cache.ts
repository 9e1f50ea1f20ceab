import { measureSize } from '@content-service/domain/internal/reading'
import { LRUCache } from 'lru-cache'

/** C3.6, C7.5: the longest age of the permissions of a credential. */
export const MAX_AGE_MS = 5_000
const MOST_ENTRIES = 10_000
/** The memory of all values together. */
const DEFAULT_BYTES = 16 * 1_048_576
const BYTES_OF_ENTRY = 500

/** Keeps the promise of a read, so that callers in the meantime share the read. */
interface Entry<Value> {
  readonly value: Promise<Value>
  readonly readAt: number
}

interface TtlCacheOptions<Subject> {
  /** The key of a subject that is not a plain value. */
  readonly keyOf?: (subject: Subject) => NonNullable<unknown>
  /** The memory of all values. */
  readonly bytes?: number | undefined
}

/** Caches reads for a few seconds, so that a request with a bearer token costs no statement. */
export class TtlCache<Subject extends NonNullable<unknown>, Value> {
  readonly #read: (subject: Subject) => Promise<Value>
  readonly #now: () => Date
  readonly #keyOf: (subject: Subject) => NonNullable<unknown>
  readonly #bytes: number
  readonly #entries: LRUCache<NonNullable<unknown>, Entry<Value>>

  constructor(
    read: (subject: Subject) => Promise<Value>,
    now: () => Date,
    { keyOf = (subject) => subject, bytes = DEFAULT_BYTES }: TtlCacheOptions<Subject> = {},
  ) {
    this.#read = read
    this.#now = now
    this.#keyOf = keyOf
    this.#bytes = bytes
    this.#entries = new LRUCache({ max: MOST_ENTRIES, maxSize: bytes, ttl: MAX_AGE_MS })
  }

  get(subject: Subject): Promise<Value> {
    const key = this.#keyOf(subject)
    const now = this.#now().getTime()
    const entry = this.#entries.get(key)
    const age = entry && now - entry.readAt
    // If the clock was set back, the age is below zero.
    if (entry && age !== undefined && age >= 0 && age < MAX_AGE_MS) return entry.value
    return this.#load(subject, key, now)
  }

  /** The next caller reads again. A running read is not kept, because it may have begun before a change. */
  forget(subject: Subject): void {
    this.#entries.delete(this.#keyOf(subject))
  }

  clear(): void {
    this.#entries.clear()
  }

  #load(subject: Subject, key: NonNullable<unknown>, readAt: number): Promise<Value> {
    const entry = { value: this.#read(subject), readAt }
    this.#entries.set(key, entry, { size: BYTES_OF_ENTRY })
    entry.value.then(
      (value) => this.#setSize(key, entry, value),
      // The callers of a failed read get its error; the next caller reads again.
      () => this.#isCurrent(key, entry) && this.#entries.delete(key),
    )
    return entry.value
  }

  /** Counts the size of the value as soon as it is known. */
  #setSize(key: NonNullable<unknown>, entry: Entry<Value>, value: Value): void {
    if (!this.#isCurrent(key, entry)) return
    // `set` alone would keep the size of the entry.
    this.#entries.delete(key)
    this.#entries.set(key, entry, { size: BYTES_OF_ENTRY + measureSize(value, this.#bytes) })
  }

  #isCurrent(key: NonNullable<unknown>, entry: Entry<Value>): boolean {
    return this.#entries.peek(key) === entry
  }
}
