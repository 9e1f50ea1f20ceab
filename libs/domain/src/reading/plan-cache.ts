import { OwnedEntries } from './owned-entries.ts'

/** The most plans, and the most plans that a principal has caused: no caller pushes out the plans of all others. */
const LIMITS = { all: 2_000, own: 400 }

/** The plan of a read, or null for a read without a plan. */
export interface PlanEntry {
  readonly plan: object | null
}

/** Plans belong to the callers who caused them, by the names of the callers. */
type Entries = OwnedEntries<PlanEntry, string | null>

/** The plans of all kinds of reads of a database and a model. */
export class PlanCache {
  readonly #policies = new WeakMap<object, Entries>()
  readonly #kinds = new WeakMap<object, number>()
  #lastKind = 0

  /** The plans under a policy. Each version of a policy has its own list of permissions, and other plans. */
  entriesFor(permissions: object): Entries {
    const entries = this.#policies.get(permissions) ?? new OwnedEntries(LIMITS)
    this.#policies.set(permissions, entries)
    return entries
  }

  /** The number of a kind of plans, which begins their keys. */
  numberOf(kind: object): number {
    const known = this.#kinds.get(kind)
    if (known !== undefined) return known
    this.#lastKind += 1
    this.#kinds.set(kind, this.#lastKind)
    return this.#lastKind
  }
}
