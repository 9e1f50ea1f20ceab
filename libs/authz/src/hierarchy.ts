import type { PolicyDocument } from './document.ts'

/** Each role with itself and all it inherits from, nearest first. */
export type Lineages = ReadonlyMap<string, readonly string[]>

/** Walks the hierarchy once; `onCycle` hears of each cycle as the path that leads round it. */
export function lineagesOf(document: PolicyDocument, onCycle: (path: readonly string[]) => void): Lineages {
  const roles = new Map(Object.entries(document.roles))
  const lineages = new Map<string, readonly string[]>()

  const visit = (role: string, path: readonly string[]): readonly string[] => {
    const known = lineages.get(role)
    if (known) return known
    if (path.includes(role)) {
      onCycle([...path.slice(path.indexOf(role)), role])
      return []
    }
    const inherited = (roles.get(role)?.inherits ?? []).flatMap((parent) => visit(parent, [...path, role]))
    const lineage = [...new Set([role, ...inherited])]
    lineages.set(role, lineage)
    return lineage
  }

  for (const role of roles.keys()) visit(role, [])
  return lineages
}
