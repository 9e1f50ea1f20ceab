import { type Entry, type Shared, createEntry } from '../decisions/entry.ts'
import type { Rule } from '../policy/rule.ts'

// The number of stored combinations is limited, so that invented combinations of roles cannot fill the memory.
const mostKept = 4096

/** One combination of roles. */
export interface RoleSet {
  /** The entries of the permissions that calls have requested so far. */
  readonly entries: ReadonlyMap<string, Entry>
  /** Their answers. With many roles, a check that also reads the entry waits for the memory once more. */
  readonly answers: ReadonlyMap<string, Entry['answer']>
  /** The rules of the combination for a permission. Undefined for a permission that the policy does not define. */
  readonly entry: (permission: string) => Entry | undefined
  /** The combination with one more role. Undefined for a role that the policy does not define. */
  readonly with: (role: string) => RoleSet | undefined
}

/** The combination without a role. Call `with` on it to create all others. */
export function roleSets(
  rulesByRole: ReadonlyMap<string, readonly Rule[]>,
  known: readonly string[],
  shared: Shared,
): RoleSet {
  let kept = 0

  const roleSet = (rules: readonly Rule[]): RoleSet => {
    const entries = new Map<string, Entry>()
    const answers = new Map<string, Entry['answer']>()
    const larger = new Map<string, RoleSet>()
    const fill = (permission: string) => {
      if (!known.includes(permission)) return undefined
      const entry = createEntry(rules, permission, shared)
      entries.set(permission, entry)
      answers.set(permission, entry.answer)
      return entry
    }
    const grow = (role: string) => {
      const added = rulesByRole.get(role)
      const set = added && roleSet([...new Set([...rules, ...added])])
      if (set && kept++ < mostKept) larger.set(role, set)
      return set
    }
    return {
      entries,
      answers,
      entry: (permission) => entries.get(permission) ?? fill(permission),
      with: (role) => larger.get(role) ?? grow(role),
    }
  }

  return roleSet(rulesByRole.get('*') ?? [])
}
