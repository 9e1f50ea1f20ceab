import { accept } from '../accept.ts'
import { authorizeOnAll, mayOnAll } from '../access.ts'
import type { Context } from '../context.ts'
import { badUserInput, ContentError, type Problem } from '../errors.ts'
import { PRICES } from '../quota.ts'
import { passwordFor } from '../accounts/new-password.ts'
import { authorizeGrant } from './grants.ts'
import type { UserRole } from './roles.ts'
import { newUser, newUserRules, type NewUser, type User } from './user.ts'

export interface NewAccount {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly name?: string | undefined
  readonly age?: number | null | undefined
  readonly role?: UserRole | undefined
}

/** C3.4: anybody may sign up as READER while sign-up is open; anything else takes `users:write` on others. */
const authorizeAccount = (context: Context, role: UserRole): void => {
  if (role === 'READER' && context.settings.allowSignUp) return
  authorizeOnAll(context, 'users:write')
  authorizeGrant(context, { roles: [role], permissions: [] })
}

const accountRules = (context: Pick<Context, 'passwords'>, account: NewAccount) => ({
  ...newUserRules,
  password: passwordFor(context, account),
})

/** What an account has to be, and a password, whoever makes it (C3.1). @throws BAD_USER_INPUT. */
export const acceptedAccount = (
  context: Pick<Context, 'passwords' | 'now'>,
  account: NewAccount,
): { readonly user: NewUser; readonly password: string } => {
  const { password, ...given } = accept(accountRules(context, account), account)
  return { user: newUser(given, context.now()), password }
}

/** `createUser`: a sign-up, or an account made by who may write users (C3.4). */
export const createUser = async (context: Context, account: NewAccount): Promise<User> => {
  authorizeAccount(context, account.role ?? 'READER')
  const { user, password } = acceptedAccount(context, account)
  if (!mayOnAll(context, 'users:write')) await countSignUp(context)
  const add = async (): Promise<User> =>
    context.stores.users.add(user, await context.passwords.hash(password))
  return context.caller.id === null ? asSignUp(context, user, add) : add()
}

/** C12.12: somebody who may not create accounts for others signs up. */
const countSignUp = async ({ quota }: Pick<Context, 'quota'>): Promise<void> => {
  await quota.charge(PRICES.signUp)
  await quota.admitSignUp()
}

/** C3.4: a conflict tells a stranger that an account exists, so that those who ask by it are throttled. */
const asSignUp = (context: Context, { email }: NewUser, add: () => Promise<User>): Promise<User> =>
  context.attempts.run({ account: `sign-up:${email}`, address: context.origin.address }, async (attempt) => {
    try {
      return await add()
    } catch (error) {
      if (error instanceof ContentError && error.code === 'CONFLICT') attempt.failed()
      throw error
    }
  })

const MAX_BULK = 200

const acceptedAccounts = (context: Context, accounts: readonly NewAccount[]) => {
  const problems: Problem[] = []
  const accepted = accounts.flatMap((account, index) => {
    try {
      return [acceptedAccount(context, account)]
    } catch (error) {
      if (!(error instanceof ContentError) || error.code !== 'BAD_USER_INPUT') throw error
      problems.push(...error.problems.map((problem) => ({ ...problem, path: [index, ...problem.path] })))
      return []
    }
  })
  if (problems.length > 0) throw badUserInput(problems)
  return accepted
}

/** C5.12: all or nothing; the whole list is checked before anything is hashed or written. */
export const bulkCreateUsers = async (
  context: Context,
  accounts: readonly NewAccount[],
): Promise<readonly User[]> => {
  authorizeOnAll(context, 'users:write')
  for (const role of new Set(accounts.map(({ role = 'READER' }) => role)))
    authorizeGrant(context, { roles: [role], permissions: [] })
  if (accounts.length > MAX_BULK)
    throw badUserInput([{ path: [], message: `must be at most ${MAX_BULK} users` }])
  const accepted = acceptedAccounts(context, accounts)
  const hashes = await context.passwords.hashAll(accepted.map(({ password }) => password))
  return context.stores.users.addAll(
    accepted.map(({ user }, index) => ({ user, passwordHash: hashes[index] as string })),
  )
}
