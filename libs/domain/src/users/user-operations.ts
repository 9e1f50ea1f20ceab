import { accept } from '../accept.ts'
import {
  authorize,
  authorizeOnAll,
  authorizeTakingPart,
  mayOnAll,
  signedIn,
  withCredential,
} from '../access.ts'
import type { Context } from '../context.ts'
import { badUserInput, ContentError, InvalidValue, notFound, type Problem } from '../errors.ts'
import type { UserId } from '../ids.ts'
import type { Precondition } from '../precondition.ts'
import {
  changedUser,
  GHOST_ID,
  isGhost,
  keepLastAdministrator,
  newUser,
  newUserRules,
  USER_ROLES,
  type NewUser,
  type User,
  type UserChange,
  type UserRole,
} from './user.ts'
import { addUnderFreeUsername } from './derived-username.ts'
import { readProfile } from './user-reading.ts'

export interface NewAccount {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly name?: string | undefined
  readonly age?: number | null | undefined
  readonly role?: UserRole | undefined
}

/** A user as REST makes one: without a password, and with no say over the username (C3.3). */
export interface NewRecord {
  readonly name?: string | undefined
  readonly email: string
  readonly age?: number | null | undefined
}

const rank = (role: string): number => USER_ROLES.findIndex((known) => known === role)
const highestRole = (context: Context): number => Math.max(...context.caller.roles.map(rank))

/** C3.4: nobody grants a role above their own, nor writes the account of somebody who stands above them. */
export const keepBelowOwnRole = (context: Context, role: UserRole): void => {
  if (rank(role) > highestRole(context))
    throw new ContentError('FORBIDDEN', `This concerns the role ${role}, which is above your own.`)
}

/** C3.4: anybody may sign up as READER while sign-up is open; anything else takes `users:write` on others. */
const authorizeAccount = (context: Context, role: UserRole): void => {
  if (role === 'READER' && context.settings.allowSignUp) return
  authorizeOnAll(context, 'users:write')
  keepBelowOwnRole(context, role)
}

const accountRules = (context: Context, account: NewAccount) => ({
  ...newUserRules,
  password: (password: string) => {
    const problem = context.passwords.problemWith(password, account)
    if (problem !== null) throw new InvalidValue(problem)
    return password
  },
})

const acceptedAccount = (
  context: Context,
  account: NewAccount,
): { readonly user: NewUser; readonly password: string } => {
  const { password, ...given } = accept(accountRules(context, account), account)
  return { user: newUser(given, context.now()), password }
}

/** `createUser`: a sign-up, or an account made by who may write users (C3.4). */
export const createUser = async (context: Context, account: NewAccount): Promise<User> => {
  authorizeAccount(context, account.role ?? 'READER')
  const { user, password } = acceptedAccount(context, account)
  const add = async (): Promise<User> =>
    context.stores.users.add(user, await context.passwords.hash(password))
  return context.caller.id === null ? asSignUp(context, user, add) : add()
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
/** Hashes made at once: each takes 19 MiB and a thread. */
const HASHES_AT_ONCE = 4

const hashAll = async (context: Context, passwords: readonly string[]): Promise<readonly string[]> => {
  const hashes: string[] = []
  for (let start = 0; start < passwords.length; start += HASHES_AT_ONCE)
    hashes.push(
      ...(await Promise.all(
        passwords.slice(start, start + HASHES_AT_ONCE).map((password) => context.passwords.hash(password)),
      )),
    )
  return hashes
}

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
  for (const { role = 'READER' } of accounts) keepBelowOwnRole(context, role)
  if (accounts.length > MAX_BULK)
    throw badUserInput([{ path: [], message: `must be at most ${MAX_BULK} users` }])
  const accepted = acceptedAccounts(context, accounts)
  const hashes = await hashAll(
    context,
    accepted.map(({ password }) => password),
  )
  return context.stores.users.addAll(
    accepted.map(({ user }, index) => ({ user, passwordHash: hashes[index] as string })),
  )
}

/** REST's POST (C3.3, C6.4): an account without a password. */
export const createUserRecord = async (context: Context, given: NewRecord): Promise<User> => {
  authorizeOnAll(context, 'users:write')
  keepBelowOwnRole(context, 'READER')
  return addUnderFreeUsername(context, given, (user) => context.stores.users.add(user, null))
}

const FOR_ADMINISTRATORS = ['role', 'status', 'permissions'] as const

/** C7.7: role and status take `users:write` on others even on oneself; extra permissions take an ADMIN. */
const authorizeChange = (context: Context, current: User, change: UserChange): void => {
  if (current.deleted && !mayOnAll(context, 'users:write')) throw notFound('user')
  if (!mayRead(context, current)) throw notFound('user')
  if (isGhost(current)) throw new ContentError('FORBIDDEN', 'The ghost account cannot be changed.')
  authorize(context, 'users:write', current)
  if (FOR_ADMINISTRATORS.some((field) => change[field] !== undefined)) authorizeOnAll(context, 'users:write')
  if (change.permissions !== undefined && !context.caller.roles.includes('ADMIN'))
    throw new ContentError('FORBIDDEN', 'Only an ADMIN may grant permissions.')
  keepBelowOwnRole(context, current.role)
  if (change.role) keepBelowOwnRole(context, change.role)
}

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
      const next = changedUser(current, change, context.now())
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
  keepBelowOwnRole(context, 'READER')
  const replaced = await replaceUser(context, id, given, precondition)
  if (replaced) return { user: replaced, created: false }
  precondition(null)
  const added = await addUnderFreeUsername(context, given, (user) => context.stores.users.addAt(id, user))
  if (added) return { user: added, created: true }
  // Somebody created it in between: it is there to be replaced now.
  const second = await replaceUser(context, id, given, precondition)
  if (second === null)
    throw new ContentError('CONFLICT', 'This user is being created and deleted at once; try again.')
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
    const next = changedUser(current, replacement(given), context.now())
    if (current.deleted)
      throw new ContentError('CONFLICT', 'This user is deleted; restore it with PATCH {"deleted": false}.')
    return next
  })

/** `deleteUser` and REST's DELETE: the hard delete (C3.5). */
export const deleteUser = async (
  context: Context,
  id: UserId | null,
  precondition: Precondition<User>,
): Promise<void> => {
  withCredential(context)
  const removed =
    id &&
    (await context.stores.users.remove(id, (current, { isLastAdministrator }) => {
      const reachable = current.deleted
        ? mayOnAll(context, 'users:delete')
        : mayRead(context, current) || context.policy.can(context.caller, 'users:delete', current)
      if (!reachable) throw notFound('user')
      if (isGhost(current)) throw new ContentError('FORBIDDEN', 'The ghost account cannot be deleted.')
      authorize(context, 'users:delete', current)
      keepBelowOwnRole(context, current.role)
      precondition(current)
      keepLastAdministrator(current, null, isLastAdministrator)
    }))
  if (!removed) throw notFound('user')
}

/** C7.8: a profile that the caller cannot see is not there to be followed. */
const isFollowable = async (context: Context, id: UserId): Promise<boolean> =>
  id !== GHOST_ID && (await readProfile(context, id, { fields: ['id'] })) !== null

/** `followUser` (C3.8), idempotent. Returns whom. */
export const followUser = async (context: Context, id: UserId | null): Promise<UserId> => {
  const follower = signedIn(context)
  if (id === null || !(await isFollowable(context, id))) throw notFound('user')
  authorizeTakingPart(context)
  if (id === follower) throw new ContentError('CONFLICT', 'You cannot follow yourself.')
  await context.stores.users.follow(follower, id, context.now())
  return id
}

/** `unfollowUser` (C3.8), idempotent; also from who has no public profile any more. Returns whom. */
export const unfollowUser = async (context: Context, id: UserId | null): Promise<UserId> => {
  const follower = signedIn(context)
  const changed = id !== null && (await context.stores.users.unfollow(follower, id))
  if (id === null || !(changed || (await isFollowable(context, id)))) throw notFound('user')
  return id
}
