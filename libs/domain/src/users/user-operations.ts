import { authorizeOnAll, requireCredential } from '../access/access.ts'
import { demand } from '../actions/requirement.ts'
import type { Context } from '../context/context.ts'
import { findType } from '../model/types/find-type.ts'
import { accept } from '../rules/accept.ts'
import { notFound } from '../rules/errors.ts'
import type { UserId } from '../rules/ids.ts'
import type { Precondition } from '../context/precondition.ts'
import { addUnderFreeUsername, type NewRecord, type Unnamed } from './sign-up/derived-username.ts'
import { throttleConflicts } from './sign-up/throttle-conflicts.ts'
import type { UserFacts } from './user-store.ts'
import { DELETING } from './user-actions.ts'
import { keepLastAdministrator, newUser, newUserRules, User } from './user.ts'

type Named = Unnamed & { readonly username: string }

/** A new user of REST's POST, whose username the caller may choose (C6.1). */
export interface NewUserRecord extends NewRecord {
  readonly username?: string | undefined
}

const addNamed = (context: Context, given: Named): Promise<User> => {
  const type = findType(context.model, User)
  // Each member has passed the rule of its attribute.
  const accepted = accept(newUserRules(type), given) as Named
  return context.stores.users.add(newUser(accepted, context.now(), type), null)
}

/** REST's POST (C3.3, C6.4): an account without a password. */
export const createUserRecord = async (
  context: Context,
  { username, ...given }: NewUserRecord,
): Promise<User> => {
  authorizeOnAll(context, 'users:write')
  return throttleConflicts(context, () =>
    username === undefined
      ? addUnderFreeUsername(context, given, (user) => context.stores.users.add(user, null))
      : addNamed(context, { ...given, username }),
  )
}

/** Checks whether the caller may delete the user for good (C3.5, C7.7). */
export const authorizeDeletion = (
  context: Context,
  current: User,
  { isLastAdministrator }: UserFacts,
): void => {
  demand(context, DELETING, current)
  keepLastAdministrator(current, null, isLastAdministrator)
}

/** `deleteUser` and REST's DELETE: the hard delete (C3.5). */
export const deleteUser = async (
  context: Context,
  id: UserId | null,
  precondition: Precondition<User>,
): Promise<void> => {
  requireCredential(context)
  const removed =
    id &&
    (await context.stores.users.remove(id, (current, facts) => {
      authorizeDeletion(context, current, facts)
      precondition(current)
    }))
  if (!removed) throw notFound('user')
}
