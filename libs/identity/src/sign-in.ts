import { accountOf, RateLimited, type Attempt, type Attempts, type User } from '@content-service/domain'
import { DECOY_HASH, hashPassword, isOutdated, verifyPassword } from './passwords/argon2.ts'
import type { Account, CredentialStore } from './stores.ts'
import type { Throttle } from './throttle/attempts.ts'

/** Somebody who wants in with a password, by Basic, on the sign-in page or by the password grant. */
export interface SignInAttempt {
  /** Username or email, without regard to case (C7.4). */
  readonly login: string
  readonly password: string
  /** A code of the second factor or a recovery code, where one was given. */
  readonly otp?: string | undefined
  /** The address the attempt comes from; null where there is none, as in tests of rules. */
  readonly address: string | null
}

export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly user: User }
  /** The password is right; the account's second factor is wanted, too. */
  | { readonly kind: 'otp-needed' }
  /** Wrong, unknown, or not ACTIVE: one answer for all (C7.6). */
  | { readonly kind: 'refused' }
  /** C7.6: nothing was looked at; `retryAfter` is in whole seconds. */
  | { readonly kind: 'throttled'; readonly retryAfter: number }

/** How a password becomes a user, wherever it was given. */
export type SignIn = (attempt: SignInAttempt) => Promise<SignInOutcome>

const REFUSED: SignInOutcome = { kind: 'refused' }

/** The account whose password this is. An unknown one takes as long as a wrong password (C7.6). */
const accountBy = async (
  { password }: SignInAttempt,
  account: Account | null,
): Promise<{ readonly user: User; readonly passwordHash: string } | null> => {
  const isRight = await verifyPassword(password, account?.passwordHash ?? DECOY_HASH)
  if (!isRight || !account?.passwordHash) return null
  const { user, passwordHash } = account
  return user.deleted || user.status !== 'ACTIVE' ? null : { user, passwordHash }
}

/** Checks the password, and makes its hash anew when the parameters have risen (C3.1). */
const proven = async (
  given: SignInAttempt,
  found: Account | null,
  store: CredentialStore,
): Promise<SignInOutcome> => {
  const account = await accountBy(given, found)
  if (account === null) return REFUSED
  const { user, passwordHash } = account
  if (isOutdated(passwordHash)) await store.rehash(user.id, passwordHash, await hashPassword(given.password))
  return { kind: 'signed-in', user }
}

/** Tells an attempt how it ended; a password without the second factor that belongs to it proves nothing yet. */
const judge = (attempt: Attempt, { kind }: SignInOutcome): void => {
  if (kind === 'refused') attempt.failed()
  if (kind === 'signed-in') attempt.succeeded()
}

const judged =
  (work: () => Promise<SignInOutcome>) =>
  async (attempt: Attempt): Promise<SignInOutcome> => {
    const outcome = await work()
    judge(attempt, outcome)
    return outcome
  }

/** What `attempts` lets through; `otherwise` is given the seconds to wait. */
const throttled = async (
  attempts: Attempts,
  by: { readonly account: string; readonly address: string | null },
  work: () => Promise<SignInOutcome>,
  otherwise: (retryAfter: number) => SignInOutcome | Promise<SignInOutcome>,
): Promise<SignInOutcome> => {
  try {
    return await attempts.run(by, judged(work))
  } catch (error) {
    if (error instanceof RateLimited) return otherwise(error.retryAfter)
    throw error
  }
}

/**
 * Failures count by the login as it was given, which tells nothing about accounts, and by the account that it names.
 * To be told that the second count is full would tell that two logins are one account: it is refused as a wrong
 * password is, with the same work.
 */
export const passwordSignIn =
  (store: CredentialStore, { attempts, perAccount }: Throttle): SignIn =>
  (given) => {
    const { login, address } = given
    const known = async (): Promise<SignInOutcome> => {
      const found = await store.byLogin(login)
      const account = found ? accountOf(found.user.id) : `nobody:${login}`
      const refuse = async (): Promise<SignInOutcome> => (await accountBy(given, null), REFUSED)
      return throttled(perAccount, { account, address }, () => proven(given, found, store), refuse)
    }
    return throttled(attempts, { account: `login:${login}`, address }, known, (retryAfter) => ({
      kind: 'throttled',
      retryAfter,
    }))
  }
