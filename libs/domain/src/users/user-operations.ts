import { authorize, authorizeOnAll, mayOnAll, withCredential } from '../access.ts'
import type { Context } from '../context.ts'
import { ContentError, notFound } from '../errors.ts'
import type { UserId } from '../ids.ts'
import type { Precondition } from '../precondition.ts'
import { addUnderFreeUsername } from './derived-username.ts'
import { authorizeGrant, keepFromStronger, type Rights } from './grants.ts'
import { highestRole } from './roles.ts'
import type { UserFacts } from './user-store.ts'
import {
  changedRoles,
  changedUser,
  isGhost,
  keepLastAdministrator,
  type User,
  type UserChange,
} from './user.ts'

/** A user as REST makes one: without a password, and with no say over the username (C3.3). */
export interface NewRecord {
  readonly name?: string | undefined
  readonly email: string
  readonly age?: number | null | undefined
}

/** REST's POST (C3.3, C6.4): an account without a password. */
export const createUserRecord = async (context: Context, given: NewRecord): Promise<User> => {
  authorizeOnAll(context, 'users:write')
  return addUnderFreeUsername(context, given, (user) => context.stores.users.add(user, null))
}

const FOR_ADMINISTRATORS = ['role', 'roles', 'status', 'permissions'] as const

/** C7.7: roles and status take `users:write` on others even on oneself; extra permissions take an ADMIN. */
const authorizeChange = (context: Context, current: User, change: UserChange): void => {
  if (current.deleted && !mayOnAll(context, 'users:write')) throw notFound('user')
  if (!mayRead(context, current)) throw notFound('user')
  if (isGhost(current)) throw new ContentError('FORBIDDEN', 'You cannot change the account ghost.')
  authorize(context, 'users:write', current)
  if (FOR_ADMINISTRATORS.some((field) => change[field] !== undefined)) authorizeOnAll(context, 'users:write')
  if (change.permissions !== undefined && highestRole(context.policy, context.caller.roles) !== 'ADMIN')
    throw new ContentError('FORBIDDEN', 'Only an ADMIN can grant permissions.')
  keepFromStronger(context, current)
  authorizeGrant(context, changedRights(current, change), current)
}

const changedRights = (current: User, change: UserChange): Rights => ({
  roles: changedRoles(current.roles, change),
  permissions: change.permissions ?? current.permissions,
})

const mayRead = (context: Context, user: User): boolean =>
  context.policy.can(context.caller, 'users:read', user) ||
  context.policy.can(context.caller, 'users:write', user)

/** `updateUser` and REST's PATCH. @throws NOT_FOUND, FORBIDDEN, CONFLICT, BAD_USER_INPUT. */
export const updateUser = async (
  context: Context,
  id: UserId | null,
  change: UserChange,
  precondition: Precondition<User>,
): Promise<User> => {
  withCredential(context)
  const updated =
    id &&
    (await context.stores.users.change(id, (current, { isLastAdministrator }) => {
      authorizeChange(context, current, change)
      precondition(current)
      const next = changedUser(current, change, { policy: context.policy, now: context.now() })
      keepLastAdministrator(current, next, isLastAdministrator)
      return next
    }))
  if (!updated) throw notFound('user')
  return updated
}

const replacement = (given: NewRecord): UserChange => ({
  name: given.name,
  email: given.email,
  age: given.age ?? null,
})

/** REST's PUT (C6.5): replaces what is there, creates what is not. A missing age clears it. */
export const putUser = async (
  context: Context,
  id: UserId,
  given: NewRecord,
  precondition: Precondition<User | null>,
): Promise<{ readonly user: User; readonly created: boolean }> => {
  authorizeOnAll(context, 'users:write')
  const replaced = await replaceUser(context, id, given, precondition)
  if (replaced) return { user: replaced, created: false }
  precondition(null)
  const added = await addUnderFreeUsername(context, given, (user) => context.stores.users.addAt(id, user))
  if (added) return { user: added, created: true }
  // Somebody created it in between: it is there to be replaced now.
  const second = await replaceUser(context, id, given, precondition)
  if (second === null)
    throw new ContentError(
      'CONFLICT',
      'Another request creates or deletes this user at the same time. Try again.',
    )
  return { user: second, created: false }
}

const replaceUser = (
  context: Context,
  id: UserId,
  given: NewRecord,
  precondition: Precondition<User>,
): Promise<User | null> =>
  context.stores.users.change(id, (current) => {
    authorizeChange(context, current, {})
    precondition(current)
    const next = changedUser(current, replacement(given), { policy: context.policy, now: context.now() })
    if (current.deleted)
      throw new ContentError(
        'CONFLICT',
        'This user is deleted. Restore the user with PATCH {"deleted": false}.',
      )
    return next
  })

/** Who may delete whom, for good (C3.5, C7.7). */
export const authorizeDeletion = (
  context: Context,
  current: User,
  { isLastAdministrator }: UserFacts,
): void => {
  const reachable = current.deleted
    ? mayOnAll(context, 'users:delete')
    : mayRead(context, current) || context.policy.can(context.caller, 'users:delete', current)
  if (!reachable) throw notFound('user')
  if (isGhost(current)) throw new ContentError('FORBIDDEN', 'You cannot delete the account ghost.')
  authorize(context, 'users:delete', current)
  keepFromStronger(context, current)
  keepLastAdministrator(current, null, isLastAdministrator)
}

/** `deleteUser` and REST's DELETE: the hard delete (C3.5). */
export const deleteUser = async (
  context: Context,
  id: UserId | null,
  precondition: Precondition<User>,
): Promise<void> => {
  withCredential(context)
  const removed =
    id &&
    (await context.stores.users.remove(id, (current, facts) => {
      authorizeDeletion(context, current, facts)
      precondition(current)
    }))
  if (!removed) throw notFound('user')
}
