import type { Entry, EntryMaker } from '../decisions/entry.ts'
import type { Rule } from '../policy/rule.ts'
import { type RoleAnswers, roleAnswers } from './role-answers.ts'

// The number of stored combinations is limited, so that invented combinations of roles cannot fill the memory.
const mostKept = 4096
/** The number of stored combinations for `roleAnswers`, which are smaller and come again. */
const mostFound = 4096

type Answer = Entry['answer']

/** The roles of a policy, from which combinations are made. A combination knows each by its place. */
interface Roles {
  /** The rules of each role. */
  readonly rules: readonly (readonly Rule[])[]
  /** The rules of all subjects. */
  readonly shared: readonly Rule[]
  readonly answers: RoleAnswers
  readonly createEntry: EntryMaker
}

/** One combination of roles. */
export class RoleSet {
  /** Their answers. With many roles, a check that also reads the entry waits for the memory once more. */
  readonly answers = new Map<string, Answer>()
  readonly places: readonly number[]
  readonly #roles: Roles
  readonly #isStored: boolean
  #rules: readonly Rule[] | undefined
  #entries: Map<string, Entry> | undefined

  constructor(places: readonly number[], roles: Roles, isStored = true) {
    this.places = places
    this.#roles = roles
    this.#isStored = isStored
  }

  /** The entries of the permissions that calls have requested so far. Most combinations that nobody stores have none. */
  get entries(): Map<string, Entry> {
    return (this.#entries ??= new Map())
  }

  /** The rules of the combination for a permission. Undefined for a permission that the policy does not define. */
  entry(permission: string): Entry | undefined {
    const known = this.entries.get(permission)
    if (known || !this.#roles.answers.has(permission)) return known
    const entry = this.#roles.createEntry(this.#listRules(), permission)
    this.entries.set(permission, entry)
    this.answers.set(permission, entry.answer)
    return entry
  }

  /** The answer of `entry`. Most combinations of several roles need no entry for it. */
  answer(permission: string): Answer | undefined {
    const { answers } = this.#roles
    const joined = this.places.length > 1 ? answers.join(this.places, permission) : undefined
    if (joined === undefined) return this.entry(permission)?.answer
    // To note an answer takes longer than to join it once more, and most abilities of such sets check few permissions.
    if (this.#isStored) this.answers.set(permission, joined)
    return joined
  }

  #listRules(): readonly Rule[] {
    const { shared, rules } = this.#roles
    return (this.#rules ??= [...new Set([...shared, ...this.places.flatMap((place) => rules[place] ?? [])])])
  }
}

/** Finds the set of a list of roles, and passes each role that the policy does not define to `refuse`. */
export type FindRoleSet = (roles: readonly unknown[], refuse: (role: string) => void) => RoleSet

/** A stored set, with the stored sets of one more role. */
interface Kept {
  readonly set: RoleSet
  readonly larger: Map<unknown, Kept>
}

export function roleSets(
  rulesByRole: ReadonlyMap<string, readonly Rule[]>,
  permissions: readonly string[],
  createEntry: EntryMaker,
): FindRoleSet {
  const places = new Map<unknown, number>([...rulesByRole.keys()].map((role, place) => [role, place]))
  const rules = [...rulesByRole.values()]
  const shared = rulesByRole.get('*') ?? []
  const found = new Map<string, RoleSet>()
  const find = (combined: readonly number[]): RoleSet => {
    const name = combined.join()
    const set = found.get(name) ?? new RoleSet(combined, roles)
    if (found.size < mostFound) found.set(name, set)
    return set
  }
  const answers = roleAnswers(rules, permissions, find)
  const roles: Roles = { rules, shared, answers, createEntry }
  const root: Kept = { set: new RoleSet([], roles), larger: new Map() }
  let kept = 0

  const keep = (from: Kept, role: string, place: number): Kept => {
    const before = from.set.places
    const set = new RoleSet(before.includes(place) ? before : [...before, place], roles)
    const larger: Kept = { set, larger: new Map() }
    from.larger.set(role, larger)
    return larger
  }
  /** The set of a list whose roles from `start` on are in no stored set. */
  const makeSet = (
    { places: before }: RoleSet,
    given: readonly unknown[],
    start: number,
    refuse: (role: string) => void,
  ): RoleSet => {
    const all = [...before]
    for (let i = start; i < given.length; i += 1) {
      const place = places.get(given[i])
      if (place === undefined) refuse(given[i] as string)
      else if (!all.includes(place)) all.push(place)
    }
    return new RoleSet(all, roles, false)
  }

  return (given, refuse) => {
    let at = root
    for (let i = 0; i < given.length; i += 1) {
      const role = given[i] as string
      const larger = at.larger.get(role)
      if (larger) {
        at = larger
        continue
      }
      const place = places.get(role)
      if (place === undefined) refuse(role)
      else if (at === root || kept++ < mostKept) at = keep(at, role, place)
      else return makeSet(at.set, given, i, refuse)
    }
    return at.set
  }
}
