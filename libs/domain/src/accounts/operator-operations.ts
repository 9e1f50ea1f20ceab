import { accept } from '../rules/accept.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../rules/errors.ts'
import type { UserId } from '../rules/ids.ts'
import { acceptAccount, type NewAccount } from '../users/sign-up/account-creation.ts'
import { changeUser, isGhost, keepLastAdministrator, type User } from '../users/user.ts'
import { createPasswordChange, createPasswordRule } from '../users/credentials/new-password.ts'

/** An operator with access to the database needs no permission; the rules of the records apply all the same. */
export type Operator = Pick<Context, 'stores' | 'passwords' | 'policy' | 'model' | 'now'>

/** Creates an account with any roles. @throws BAD_USER_INPUT, CONFLICT. */
export const makeAccount = async (
  operator: Operator,
  account: Omit<NewAccount, 'role'>,
  roles: readonly string[],
): Promise<User> => {
  const { user, password } = acceptAccount(operator, account)
  return operator.stores.users.add({ ...user, roles }, await operator.passwords.hash(password))
}

/**
 * Replaces all roles of a user (C12.3).
 * @throws BAD_USER_INPUT, NOT_FOUND, and CONFLICT if no administrator would be left.
 */
export const giveRoles = async (
  { stores, policy, now }: Operator,
  id: UserId,
  roles: readonly string[],
): Promise<User> => {
  const changed = await stores.users.change(id, (current, { isLastAdministrator }) => {
    if (isGhost(current)) throw notFound('user')
    const next = changeUser(current, { roles }, { policy, now: now() })
    keepLastAdministrator(current, next, isLastAdministrator)
    return next
  })
  if (changed === null) throw notFound('user')
  return changed
}

/** Sets a password, and ends all sessions of the account (C3.6). @throws NOT_FOUND, BAD_USER_INPUT. */
export const givePassword = async (operator: Operator, user: User, password: string): Promise<void> => {
  accept({ password: createPasswordRule(operator, user) }, { password })
  const done = await operator.stores.accounts.setPassword(
    user.id,
    await createPasswordChange(operator, user, password),
  )
  if (!done) throw notFound('user')
}
