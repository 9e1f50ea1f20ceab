import { and, not, or, where, type Condition, type PolicyDocument } from '@content-service/authz'
import type { Caller, ContentPolicy } from './content-policy.ts'
import type { UserId } from '../rules/ids.ts'
import { USER_ROLES, type UserRole } from './role-names.ts'

interface RightsHolder {
  readonly id: UserId
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
}

const isBuiltIn = (role: string): boolean => USER_ROLES.some((builtIn) => builtIn === role)

/** A role and all roles that it inherits. A checked policy has no cycles. */
export const listLineage = (document: PolicyDocument, role: string): readonly string[] => [
  role,
  ...(document.roles[role]?.inherits ?? []).flatMap((parent) => listLineage(document, parent)),
]

/** The position of the highest built-in role in USER_ROLES; 0, the position of GUEST, if there is none. */
const rankRole = (document: PolicyDocument, role: string): number =>
  Object.hasOwn(document.roles, role)
    ? Math.max(0, ...listLineage(document, role).map((name) => USER_ROLES.indexOf(name as UserRole)))
    : 0

/**
 * C12.3: `User.role`: the highest built-in role among the held roles and the roles that they inherit; GUEST if none.
 */
export const findHighestRole = (
  { document }: Pick<ContentPolicy, 'document'>,
  roles: readonly string[],
): UserRole => USER_ROLES[Math.max(0, ...roles.map((role) => rankRole(document, role)))] ?? 'GUEST'

/** C12.3: a new `role` replaces the built-in role and keeps the other roles. */
export const replaceBuiltIn = (held: readonly string[], role: UserRole): readonly string[] => [
  role,
  ...held.filter((name) => !isBuiltIn(name)),
]

/** C12.3: the condition of the users whose `role` this is. */
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

/** C3.2: the caller of work that the service does later for a user; null for a user who could not sign in now. */
export const toActiveCaller = (
  user: (RightsHolder & { readonly status: string; readonly deleted: boolean }) | null,
): Caller | null => (user?.status === 'ACTIVE' && !user.deleted ? toCaller(user) : null)

/**
 * The caller of a request by this user. A user without a built-in role is a GUEST (C12.3), who may run the operations
 * that need no credential (C7.7).
 */
export const toCaller = ({ id, roles, permissions }: RightsHolder): Caller => ({
  id,
  roles: roles.some(isBuiltIn) ? roles : [...roles, 'GUEST'],
  permissions,
})
