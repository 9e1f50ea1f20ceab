import { accept } from '../../rules/accept.ts'
import { authorizeOnAll, mayOnAll } from '../../access/access.ts'
import type { Context } from '../../context/context.ts'
import { badUserInput, ContentError, type Problem } from '../../rules/errors.ts'
import { createCodeMail } from '../credentials/mails.ts'
import { PRICES } from '../../context/quota.ts'
import { createPasswordRule } from '../credentials/new-password.ts'
import { createOneTimeToken } from '../credentials/one-time-token.ts'
import { authorizeGrant } from '../roles/role-grants.ts'
import { extendTransactions } from '../../reading/sender.ts'
import type { UserRole } from '../../access/role-names.ts'
import { findType } from '../../model/types/find-type.ts'
import type { NewOf } from '../../model/types/record-values.ts'
import { newUser, newUserRules, User, type NewUser } from '../user.ts'
import { throttleConflicts } from './throttle-conflicts.ts'

export interface NewAccount extends NewOf<typeof User> {
  readonly password: string
  readonly role?: UserRole | undefined
}

/**
 * C3.4: strangers may create READER accounts while sign-up is open; any other account needs `users:write` on others.
 */
const authorizeAccount = (context: Context, role: UserRole): void => {
  if (role === 'READER' && context.settings.allowSignUp) return
  authorizeOnAll(context, 'users:write')
  authorizeGrant(context, { roles: [role], permissions: [] })
}

/** Checks an account and its password, for every way to create an account (C3.1). @throws BAD_USER_INPUT. */
export const acceptAccount = (
  context: Pick<Context, 'passwords' | 'now' | 'model'>,
  account: NewAccount,
): { readonly user: NewUser; readonly password: string } => {
  const type = findType(context.model, User)
  const rules = { ...newUserRules(type), password: createPasswordRule(context, account) }
  // Each member has passed the rule of its attribute.
  const { password, ...given } = accept(rules, account) as NewAccount
  return { user: newUser(given, context.now(), type), password }
}

/** `createUser`: a sign-up, or an account that a caller with the right to write users creates (C3.4). */
export const createUser = async (context: Context, account: NewAccount): Promise<User> => {
  authorizeAccount(context, account.role ?? 'READER')
  const { user, password } = acceptAccount(context, account)
  const isSignUp = !mayOnAll(context, 'users:write')
  if (isSignUp) await countSignUp(context)
  const add = async (): Promise<User> => {
    const passwordHash = await context.passwords.hash(password)
    return isSignUp ? signUp(context, user, passwordHash) : context.stores.users.add(user, passwordHash)
  }
  return throttleConflicts(context, add, user.email)
}

/** C12.12: the account of a caller who may not create accounts for others is a sign-up, which the quota counts. */
const countSignUp = async ({ quota, mailer }: Pick<Context, 'quota' | 'mailer'>): Promise<void> => {
  await quota.charge(PRICES.signUp + (mailer.isReady ? PRICES.mail : 0))
  await quota.admitSignUp()
}

/** C12.4: the address of a sign-up is not proven, so that a mail with a code asks its owner to confirm it. */
const signUp = (context: Context, user: NewUser, passwordHash: string): Promise<User> => {
  const unconfirmed = { ...user, emailConfirmedAt: null }
  const { stores, mailEncryption, settings, mailer, secrets, now } = context
  if (!mailer.isReady) return stores.users.add(unconfirmed, passwordHash)
  const { text, digest } = secrets.token()
  const mail = createCodeMail('email-confirmation', user, { ...settings, code: text })
  const token = createOneTimeToken('email-confirmation', digest, now())
  return stores.withMails([mailEncryption.seal(mail, 'code')]).users.add(unconfirmed, passwordHash, token)
}

const MAX_BULK = 200
/** C5.12: the longest time of its transaction. */
const BULK_MS = 60_000

const acceptAccounts = (context: Context, accounts: readonly NewAccount[]) => {
  const problems: Problem[] = []
  const accepted = accounts.flatMap((account, index) => {
    try {
      return [acceptAccount(context, account)]
    } catch (error) {
      if (!(error instanceof ContentError) || error.code !== 'BAD_USER_INPUT') throw error
      problems.push(...error.problems.map((problem) => ({ ...problem, path: [index, ...problem.path] })))
      return []
    }
  })
  if (problems.length > 0) throw badUserInput(problems)
  return accepted
}

/** C5.12: creates all users or none; it checks the whole list before it hashes or writes anything. */
export const bulkCreateUsers = async (
  context: Context,
  accounts: readonly NewAccount[],
): Promise<readonly User[]> => {
  authorizeOnAll(context, 'users:write')
  for (const role of new Set(accounts.map(({ role = 'READER' }) => role)))
    authorizeGrant(context, { roles: [role], permissions: [] })
  if (accounts.length > MAX_BULK)
    throw badUserInput([{ path: [], message: `must be at most ${MAX_BULK} users` }])
  const accepted = acceptAccounts(context, accounts)
  return throttleConflicts(context, async () => {
    const hashes = await context.passwords.hashAll(accepted.map(({ password }) => password))
    const users = accepted.map(({ user }, index) => ({ user, passwordHash: hashes[index] as string }))
    return extendTransactions(BULK_MS, () => context.stores.users.addAll(users))
  })
}
