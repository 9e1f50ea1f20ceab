/** The most entries of a map, together and of each owner. */
export interface EntryLimits {
  readonly all: number
  readonly own: number
}

interface Entry<Value, Owner> {
  readonly value: Value
  readonly owner: Owner
  /** The number of its last use. */
  used: number
}

/** A map of bounded size. The entries that were used last stay, and an owner with too many entries loses own entries. */
export class OwnedEntries<Value, Owner> {
  readonly #limits: EntryLimits
  readonly #entries = new Map<string, Entry<Value, Owner>>()
  readonly #counts = new Map<Owner, number>()
  #uses = 0

  constructor(limits: EntryLimits) {
    this.#limits = limits
  }

  /**
   * Numbers the use instead of moving the entry to the end of the map: V8 would keep the keys of all requests in the dropped
   * tables of the map until a full collection.
   */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry) entry.used = this.#uses += 1
    return entry?.value
  }

  /** Adds an entry, or changes the value of an entry, which keeps its owner. */
  set(key: string, value: Value, owner: Owner): void {
    const known = this.#entries.get(key)
    this.#remove(key)
    const entry = { value, owner: known ? known.owner : owner, used: (this.#uses += 1) }
    this.#makeRoom(entry.owner)
    this.#entries.set(key, entry)
    this.#counts.set(entry.owner, this.#countOwn(entry.owner) + 1)
  }

  #countOwn(owner: Owner): number {
    return this.#counts.get(owner) ?? 0
  }

  #makeRoom(owner: Owner): void {
    if (this.#countOwn(owner) >= this.#limits.own) this.#removeOldest((entry) => entry.owner === owner)
    else if (this.#entries.size >= this.#limits.all) this.#removeOldest(() => true)
  }

  /** Looks at all entries, which takes less time than to make the one that needs the room. */
  #removeOldest(isRemovable: (entry: Entry<Value, Owner>) => boolean): void {
    let oldest: string | undefined
    let least = Infinity
    for (const [key, entry] of this.#entries)
      if (entry.used < least && isRemovable(entry)) [oldest, least] = [key, entry.used]
    if (oldest !== undefined) this.#remove(oldest)
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    const left = this.#countOwn(entry.owner) - 1
    if (left > 0) this.#counts.set(entry.owner, left)
    else this.#counts.delete(entry.owner)
  }
}
