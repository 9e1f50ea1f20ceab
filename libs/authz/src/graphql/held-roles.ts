import type { Decision } from '../engine/decisions/decision.ts'
import { compilePolicy } from '../engine/decisions/engine.ts'
import type { PolicyDocument } from '../engine/policy/document.ts'
import type { Permissions, PolicyData } from '../engine/policy/policy.ts'
import { walkRoles } from '../engine/roles/role-walk.ts'
import type { SubjectCopy } from '../engine/decisions/subject-copy.ts'
import type { Subject } from '../engine/decisions/subject.ts'

/** `permissions`: the role with all its permissions. `role`: only the name of the role. */
export type Requirement = 'permissions' | 'role'

type HasRole = (subject: SubjectCopy, role: string) => boolean

const rankDecision = ({ effect, reason }: Decision): number =>
  effect === 'allow' ? 2 : reason === 'resource-required' ? 1 : 0

/** Whether a subject has a role. The answer follows a policy that is replaced: each version has its own list of permissions. */
export function heldRoles(policy: PolicyData, requirement: Requirement): HasRole {
  let version: PolicyData['permissions'] | undefined
  let current: HasRole
  return (subject, role) => {
    if (policy.permissions !== version) {
      version = policy.permissions
      current = readRoles(policy, requirement)
    }
    return current(subject, role)
  }
}

/** A role and all roles that inherit it. */
function findHolders({ roles }: PolicyDocument, role: string): ReadonlySet<string> {
  const holders = new Set<string>()
  walkRoles(roles, Object.keys(roles), {
    leave: (name, parents) => {
      if (name === role || parents.some((parent) => holders.has(parent))) holders.add(name)
    },
  })
  return holders
}

function readRoles({ document, permissions }: PolicyData, requirement: Requirement): HasRole {
  // This copy has no audit hook: the hook must not receive decisions that no caller has asked for.
  const policy = compilePolicy<Subject, Permissions>(document)
  const known = new Map<
    string,
    { holders: ReadonlySet<string>; needed: readonly (readonly [string, number])[] }
  >()

  const describe = (role: string) => {
    const alone = policy.for({ id: null, roles: [role] })
    const levels = permissions.map(
      (permission) => [permission, rankDecision(alone.decide(permission))] as const,
    )
    const entry = {
      holders: findHolders(document, role),
      needed: levels.filter(([, level]) => level > 0),
    }
    known.set(role, entry)
    return entry
  }

  return ({ id, roles, granted, scope }, role) => {
    const { holders, needed } = known.get(role) ?? describe(role)
    if (!roles.some((own) => holders.has(own))) return false
    if (requirement === 'role') return true
    const ability = policy.for({
      id: id as null,
      roles,
      permissions: granted,
      ...(scope && { restrictedTo: scope }),
    })
    return needed.every(([permission, level]) => rankDecision(ability.decide(permission)) >= level)
  }
}
