import { type Entries, type Entry, entryOf } from './rules.ts'

const nothing: Entry = { allow: [], deny: [], open: false }

// Combinations of roles are kept, but not without bound: whoever makes them up must not fill the memory.
const mostKept = 1000

/** What one combination of roles says, worked out for a permission when it is first asked for. */
export interface RoleSet {
  readonly entry: (permission: string) => Entry
  /** The combination with one more role; undefined for a role that the policy does not know. */
  readonly with: (role: string) => RoleSet | undefined
}

/** The empty combination; all others grow from it. */
export function roleSets(tables: ReadonlyMap<string, Entries>): RoleSet {
  let kept = 0

  const roleSet = (members: readonly Entries[]): RoleSet => {
    const [only] = members
    const entries: Entries = only && members.length === 1 ? only : new Map()
    const larger = new Map<string, RoleSet>()
    const merge = (permission: string): Entry => {
      const rules = members.flatMap((member) => {
        const entry = member.get(permission)
        return entry ? [...entry.allow, ...entry.deny] : []
      })
      if (rules.length === 0) return nothing
      const entry = entryOf(rules)
      entries.set(permission, entry)
      return entry
    }
    const grow = (role: string): RoleSet | undefined => {
      const table = tables.get(role)
      const grown = table && roleSet([...members, table])
      if (grown && (members.length === 0 || kept++ < mostKept)) larger.set(role, grown)
      return grown
    }
    return {
      entry: (permission) => entries.get(permission) ?? merge(permission),
      with: (role) => larger.get(role) ?? grow(role),
    }
  }

  const root = roleSet([])
  for (const role of tables.keys()) root.with(role)
  return root
}
