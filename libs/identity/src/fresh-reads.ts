/** C3.6, C7.5: what a credential may do is read at most this long ago. */
const MAX_AGE_MS = 5_000
const MAX_ENTRIES = 10_000

/** The read itself is kept, so that those who ask meanwhile wait for it instead of reading too. */
interface Entry<Value> {
  readonly value: Promise<Value>
  readonly readAt: number
}

/** What was read within the last seconds, so that a bearer token does not cost a statement on every request. */
export class FreshReads<Subject, Value> {
  readonly #read: (subject: Subject) => Promise<Value>
  readonly #now: () => Date
  readonly #keyOf: (subject: Subject) => unknown
  readonly #entries = new Map<unknown, Entry<Value>>()

  /** `keyOf` tells subjects apart that are no plain values. */
  constructor(
    read: (subject: Subject) => Promise<Value>,
    now: () => Date,
    keyOf: (subject: Subject) => unknown = (subject) => subject,
  ) {
    this.#read = read
    this.#now = now
    this.#keyOf = keyOf
  }

  get(subject: Subject): Promise<Value> {
    const key = this.#keyOf(subject)
    const now = this.#now().getTime()
    const entry = this.#entries.get(key)
    const age = entry && now - entry.readAt
    // A clock that was set back makes an age below zero, which says nothing.
    if (entry && age !== undefined && age >= 0 && age < MAX_AGE_MS) return entry.value
    return this.#readNow(subject, key, now)
  }

  #readNow(subject: Subject, key: unknown, readAt: number): Promise<Value> {
    const entry = { value: this.#read(subject), readAt }
    this.#entries.delete(key)
    if (this.#entries.size >= MAX_ENTRIES) this.#forgetOldest()
    this.#entries.set(key, entry)
    // A read that failed is not kept; who waits for it gets the failure.
    entry.value.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key)
    })
    return entry.value
  }

  #forgetOldest(): void {
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined) this.#entries.delete(oldest)
  }
}
