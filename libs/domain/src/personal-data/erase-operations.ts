import { authorize, requireCredential } from '../access/access.ts'
import { provePassword } from '../users/credentials/prove-password.ts'
import type { Context } from '../context/context.ts'
import { badValue, notFound } from '../rules/errors.ts'
import { parseUserId, type UserId } from '../rules/ids.ts'
import { changeRecord } from '../operations/run-operation.ts'
import type { Precondition } from '../context/precondition.ts'
import type { User } from '../users/user.ts'
import { authorizeDeletion } from '../users/user-operations.ts'

/** The password of the user who erases their own account. */
export interface Proof {
  readonly password?: string | null | undefined
}

/** Checks the password of users who erase their own account. */
const reauthenticate = async (
  context: Context,
  id: UserId,
  { password, precondition }: Proof & { readonly precondition: Precondition<User> },
): Promise<void> => {
  authorize(context, 'users:delete', { id })
  const user = await context.stores.users.get(id)
  if (user === null) throw notFound('user')
  precondition(user)
  if (typeof password !== 'string') throw badValue(['password'], 'is required to erase your own account')
  await provePassword(context, user, { field: 'password', password })
}

/**
 * `eraseUser` (C11.2): the hard delete (C3.5). A job then removes the traces of the person from other records. A user
 * proves the erasure of the own account by the password; to erase another user, the caller needs the permission to
 * delete them.
 */
const eraseUser = async (
  context: Context,
  id: UserId | null,
  given: Proof,
  precondition: Precondition<User>,
): Promise<void> => {
  requireCredential(context)
  if (id !== null && id === context.caller.id) await reauthenticate(context, id, { ...given, precondition })
  const { users, erasures } = context.stores
  const removed =
    id &&
    (await users.remove(
      id,
      (current, facts) => {
        authorizeDeletion(context, current, facts)
        precondition(current)
      },
      { userId: id, pseudonym: erasures.nextPseudonym(), at: context.now() },
    ))
  if (!removed) throw notFound('user')
}

export const eraseOperations = {
  eraseUser: changeRecord(parseUserId, eraseUser, {
    resource: 'users',
    access: 'signed in',
    isConditional: false,
  }),
} as const
