import { isNames, show } from '../decisions/check.ts'
import type { PolicyDocument, RoleDocument } from '../policy/document.ts'

/** No real hierarchy is deeper. A role has the rules of all its levels, so that their number grows with the square. */
const MOST_LEVELS = 2000

interface Visitor {
  /** Receives each role before the roles that it inherits, and the path to it, with the role itself last. */
  readonly enter?: (role: string, path: readonly string[]) => void
  /** Receives each role after the roles that it inherits. */
  readonly leave?: (role: string, parents: readonly string[]) => void
  /** Receives each mistake in the hierarchy, with the role that has it. */
  readonly refuse?: (role: string, message: string) => void
}

/**
 * Visits roles and all roles that they inherit, each once. The visits wait for each other in a list, because a chain of
 * roles can be longer than the stack.
 */
export function walkRoles(
  roles: PolicyDocument['roles'],
  starts: Iterable<string>,
  { enter, leave, refuse }: Visitor,
): void {
  /** The levels of the visited roles; 0 for a role on the path. */
  const levels = new Map<string, number>()
  const path: string[] = []

  /** Yields each inherited role that must be visited next. */
  function* visit(role: string): Generator<string, void> {
    const wrong = (message: string): void => refuse?.(path.at(-1) ?? role, message)
    // `hasOwn` takes ["ADMIN"] for the name of the role ADMIN.
    if (typeof role !== 'string' || !Object.hasOwn(roles, role)) return wrong(`unknown role "${role}"`)
    if (levels.get(role) === 0) return wrong(`cycle ${[...path.slice(path.indexOf(role)), role].join(' → ')}`)
    const { rules: _, inherits = [], ...others } = roles[role] as Partial<RoleDocument>
    if (!isNames(inherits) || Object.keys(others).length) return wrong(`invalid role ${show(roles[role])}`)
    if (levels.has(role)) return
    let most = 0
    levels.set(role, most)
    path.push(role)
    enter?.(role, path)
    for (const parent of inherits) {
      yield parent
      most = Math.max(most, levels.get(parent) ?? 0)
    }
    path.pop()
    if (most < MOST_LEVELS) leave?.(role, inherits)
    else refuse?.(role, `more than ${MOST_LEVELS} levels`)
    levels.set(role, (most % MOST_LEVELS) + 1)
  }

  for (const start of starts) {
    const visits = [visit(start)]
    for (let last; (last = visits.at(-1));) {
      const { value, done } = last.next()
      if (done) visits.pop()
      else visits.push(visit(value as string))
    }
  }
}
