import { authorize, withCredential } from '../access.ts'
import { provePassword } from '../accounts/prove-password.ts'
import type { Context } from '../context.ts'
import { badValue, notFound } from '../errors.ts'
import type { UserId } from '../ids.ts'
import type { Precondition } from '../precondition.ts'
import type { User } from '../users/user.ts'
import { authorizeDeletion } from '../users/user-operations.ts'

export interface Given {
  /** Asked for once it is known who may; undefined when there is none. */
  readonly password: () => string | undefined
  /** What else has to hold, once it is known who may. */
  readonly precondition: Precondition<User>
}

/** Oneself, with the password. */
const proveOneself = async (context: Context, id: UserId, given: Given['password']): Promise<void> => {
  authorize(context, 'users:delete', { id })
  const password = given()
  if (password === undefined) throw badValue(['password'], 'is required to erase your own account')
  const user = await context.stores.users.get(id)
  if (user === null) throw notFound('user')
  await provePassword(context, user, { field: 'password', password })
}

/**
 * `eraseUser` (C11.2): the hard delete (C3.5), after which a job takes the person out of what is told elsewhere. Oneself
 * with the password; others for who may delete them.
 */
export const eraseUser = async (
  context: Context,
  id: UserId | null,
  { password, precondition }: Given,
): Promise<void> => {
  withCredential(context)
  if (id !== null && id === context.caller.id) await proveOneself(context, id, password)
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
