import { type Entry, type Rule, entryOf } from './rules.ts'

// Combinations of roles are kept, but not without bound: whoever makes them up must not fill the memory.
const mostKept = 4096

/** One combination of roles. */
export interface RoleSet {
  /** What has been asked before. */
  readonly entries: ReadonlyMap<string, Entry>
  /** What the combination says about a permission; undefined for one that the policy does not know. */
  readonly entry: (permission: string) => Entry | undefined
  /** The combination with one more role; undefined for a role that the policy does not know. */
  readonly with: (role: string) => RoleSet | undefined
}

/** The empty combination; all others grow from it. */
export function roleSets(
  rulesByRole: ReadonlyMap<string, readonly Rule[]>,
  known: readonly string[],
): RoleSet {
  let kept = 0

  const roleSet = (rules: readonly Rule[]): RoleSet => {
    const entries = new Map<string, Entry>()
    const larger = new Map<string, RoleSet>()
    const fill = (permission: string) => {
      if (known.includes(permission)) entries.set(permission, entryOf(rules, permission))
      return entries.get(permission)
    }
    const grow = (role: string) => {
      const added = rulesByRole.get(role)
      const set = added && roleSet([...new Set([...rules, ...added])])
      if (set && kept++ < mostKept) larger.set(role, set)
      return set
    }
    return {
      entries,
      entry: (permission) => entries.get(permission) ?? fill(permission),
      with: (role) => larger.get(role) ?? grow(role),
    }
  }

  return roleSet([])
}
