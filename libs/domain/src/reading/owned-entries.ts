/** The most entries of a map, together and of each owner. */
export interface EntryLimits {
  readonly all: number
  readonly own: number
}

interface Entry<Value, Owner> {
  readonly value: Value
  readonly owner: Owner
}

/** A map of bounded size. The entries that were used last stay, and an owner with too many entries loses own entries. */
export class OwnedEntries<Value, Owner> {
  readonly #limits: EntryLimits
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry<Value, Owner>>()
  readonly #counts = new Map<Owner, number>()

  constructor(limits: EntryLimits) {
    this.#limits = limits
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Adds an entry, or changes the value of an entry, which keeps its owner. */
  set(key: string, value: Value, owner: Owner): void {
    const known = this.#entries.get(key)
    this.#remove(key)
    const entry = { value, owner: known ? known.owner : owner }
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

  #removeOldest(isRemovable: (entry: Entry<Value, Owner>) => boolean): void {
    for (const [key, entry] of this.#entries) {
      if (!isRemovable(entry)) continue
      this.#remove(key)
      return
    }
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
