import { and, not, or, where, type Condition, type PolicyDocument } from '@content-service/authz'
import type { Caller, ContentPolicy } from '../content-policy.ts'
import type { UserId } from '../ids.ts'
import { USER_ROLES, type UserRole } from './role-names.ts'

interface RightsHolder {
  readonly id: UserId
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
}

const isBuiltIn = (role: string): boolean => USER_ROLES.some((builtIn) => builtIn === role)

/** A role and all that it inherits. A checked policy has no cycles. */
export const listLineage = (document: PolicyDocument, role: string): readonly string[] => [
  role,
  ...(document.roles[role]?.inherits ?? []).flatMap((parent) => listLineage(document, parent)),
]

/** Where the highest of the five stands in USER_ROLES; 0, as GUEST, where there is none. */
const rankRole = (document: PolicyDocument, role: string): number =>
  Object.hasOwn(document.roles, role)
    ? Math.max(0, ...listLineage(document, role).map((name) => USER_ROLES.indexOf(name as UserRole)))
    : 0

/** C12.3: `User.role`, the highest of the five among the held roles and all that they inherit, GUEST if none. */
export const findHighestRole = (
  { document }: Pick<ContentPolicy, 'document'>,
  roles: readonly string[],
): UserRole => USER_ROLES[Math.max(0, ...roles.map((role) => rankRole(document, role)))] ?? 'GUEST'

/** C12.3: setting `role` replaces the built-in role and leaves the others. */
export const replaceBuiltIn = (held: readonly string[], role: UserRole): readonly string[] => [
  role,
  ...held.filter((name) => !isBuiltIn(name)),
]

/** C12.3: the users whose `role` this is. */
export const matchRole = ({ document }: Pick<ContentPolicy, 'document'>, role: UserRole): Condition => {
  const rank = USER_ROLES.indexOf(role)
  const holds = (isWanted: (found: number) => boolean): Condition =>
    or(
      ...Object.keys(document.roles)
        .filter((name) => isWanted(rankRole(document, name)))
        .map((name) => where<Pick<RightsHolder, 'roles'>>().roles.contains(name)),
    )
  const noHigher = not(holds((found) => found > rank))
  return rank === 0
    ? noHigher
    : and(
        holds((found) => found === rank),
        noHigher,
      )
}

/**
 * Who asks when this user does. Who holds none of the five roles is a GUEST (C12.3), and may do what needs no
 * credential (C7.7).
 */
export const toCaller = ({ id, roles, permissions }: RightsHolder): Caller => ({
  id,
  roles: roles.some(isBuiltIn) ? roles : [...roles, 'GUEST'],
  permissions,
})
