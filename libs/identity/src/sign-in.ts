import {
  nameAccount,
  RateLimited,
  type Attempt,
  type ThrottleSubject,
  type Throttle,
  type User,
} from '@content-service/domain'
import { DECOY_HASH, hashPassword, isOutdated, verifyPassword } from './passwords/argon2.ts'
import type { VerifiedPairs } from './passwords/verified-pairs.ts'
import { digest } from './secrets.ts'
import type { Account, CredentialStore } from './stores.ts'
import type { SignInThrottles } from './throttle/throttle.ts'

/** Says that a password was right, and holds nothing of it: for a step that asks for the code alone. */
export interface PasswordProof {
  /** Of the account when the password was right: another one as soon as password or sessions have changed. */
  readonly accountState: string
}

/** Somebody who wants in with a password, by Basic, on the sign-in page or by the password grant. */
export interface SignInAttempt {
  /** Username or email, without regard to case (C7.4). */
  readonly login: string
  /** Or the proof that it was right in the step before. */
  readonly password: string | PasswordProof
  /** A code of the second factor or a recovery code, where one was given. */
  readonly otp?: string | undefined
  /** The address the attempt comes from; null where there is none, as in tests of rules. */
  readonly address: string | null
  /** Called before the password is hashed, unless it was right a few seconds ago. An error that it throws ends the attempt. */
  readonly beforeHashing?: () => Promise<void>
}

export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly user: User }
  /** The password is right; the account's second factor is wanted, too. */
  | { readonly kind: 'otp-needed'; readonly proof: PasswordProof }
  /** Wrong, unknown, or not ACTIVE: one answer for all (C7.6). */
  | { readonly kind: 'refused' }
  /** C7.6: nothing was looked at; `retryAfter` is in whole seconds. */
  | { readonly kind: 'throttled'; readonly retryAfter: number }

/** How a password becomes a user, wherever it was given. */
export type SignIn = (attempt: SignInAttempt) => Promise<SignInOutcome>

/** What a sign-in is decided by. */
export interface SignInParts {
  readonly accounts: CredentialStore
  /** Uses up a code of the second factor; false when it is wrong. @throws RateLimited after too many wrong codes (C12.13). */
  readonly proveSecondFactor: (user: User, code: string) => Promise<boolean>
  readonly throttle: SignInThrottles
  readonly verified: VerifiedPairs
}

const REFUSED: SignInOutcome = { kind: 'refused' }

const refuseFor = (retryAfter: number): SignInOutcome => ({ kind: 'throttled', retryAfter })

const digestAccountState = ({ user, passwordHash }: Account): string =>
  digest(`${user.id} ${passwordHash} ${user.tokensValidFrom.getTime()}`)

type Guess = Pick<SignInAttempt, 'password' | 'beforeHashing'>

/** C12.12: a pair that was right a few seconds ago is not hashed again. */
const verifyOnce = async (
  password: string,
  hash: string,
  { verified, beforeHashing }: Pick<SignInParts, 'verified'> & Pick<Guess, 'beforeHashing'>,
): Promise<boolean> => {
  if (verified.has(password, hash)) return true
  await beforeHashing?.()
  const isRight = await verifyPassword(password, hash)
  if (isRight) verified.add(password, hash)
  return isRight
}

const isProven = async (
  { password, beforeHashing }: Guess,
  account: Account | null,
  { verified }: Pick<SignInParts, 'verified'>,
): Promise<boolean> =>
  typeof password === 'string'
    ? verifyOnce(password, account?.passwordHash ?? DECOY_HASH, {
        verified,
        ...(beforeHashing && { beforeHashing }),
      })
    : account !== null && digestAccountState(account) === password.accountState

/** The account whose password this is. An unknown one takes as long as a wrong password (C7.6). */
const findProvenAccount = async (
  guess: Guess,
  account: Account | null,
  parts: Pick<SignInParts, 'verified'>,
): Promise<Account | null> => {
  const isRight = await isProven(guess, account, parts)
  if (!isRight || !account?.passwordHash) return null
  return account.user.deleted || account.user.status !== 'ACTIVE' ? null : account
}

/** Makes the hash anew when the parameters have risen (C3.1). */
const renewHash = async (
  { user, passwordHash }: Account,
  password: SignInAttempt['password'],
  store: CredentialStore,
): Promise<void> => {
  if (typeof password === 'string' && passwordHash !== null && isOutdated(passwordHash))
    await store.rehash(user.id, passwordHash, await hashPassword(password))
}

/** Tells an attempt how it ended; a password without the second factor that belongs to it proves nothing yet. */
const reportOutcome =
  (work: () => Promise<SignInOutcome>) =>
  async (attempt: Attempt): Promise<SignInOutcome> => {
    const outcome = await work()
    if (outcome.kind === 'refused') attempt.failed()
    if (outcome.kind === 'signed-in') attempt.succeeded()
    return outcome
  }

type Otherwise = (retryAfter: number) => SignInOutcome | Promise<SignInOutcome>

/** `otherwise` is given the seconds to wait. */
const catchRateLimit = async (
  work: () => Promise<SignInOutcome>,
  otherwise: Otherwise,
): Promise<SignInOutcome> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RateLimited) return otherwise(error.retryAfter)
    throw error
  }
}

/** What `attempts` lets through. */
const runThrottled = (
  [attempts, by]: readonly [Throttle, ThrottleSubject],
  work: () => Promise<SignInOutcome>,
  otherwise: Otherwise,
): Promise<SignInOutcome> => catchRateLimit(() => attempts.run(by, reportOutcome(work)), otherwise)

/** Nobody but whoever has the password can keep the owner waiting by wrong codes (C12.13). */
const proveByCode = (
  { user }: Account,
  otp: string,
  { proveSecondFactor }: SignInParts,
): Promise<SignInOutcome> =>
  catchRateLimit(
    async () => ((await proveSecondFactor(user, otp)) ? { kind: 'signed-in', user } : REFUSED),
    refuseFor,
  )

/** The password first: nobody learns from a code, or from being asked for one, what they could not know anyway. */
const proveAttempt = async (
  attempt: SignInAttempt,
  found: Account | null,
  parts: SignInParts,
): Promise<SignInOutcome> => {
  const { password, otp } = attempt
  const account = await findProvenAccount(attempt, found, parts)
  if (account === null) return REFUSED
  if (account.hasSecondFactor && otp === undefined)
    return { kind: 'otp-needed', proof: { accountState: digestAccountState(account) } }
  await renewHash(account, password, parts.accounts)
  return account.hasSecondFactor && otp !== undefined
    ? proveByCode(account, otp, parts)
    : { kind: 'signed-in', user: account.user }
}

/**
 * Counts by the account that the login names as well, so that username and email count together. To be told that
 * this count is full would tell that two logins are one account: it is refused as a wrong password is, with the
 * same work.
 */
const proveByAccount = async (given: SignInAttempt, parts: SignInParts): Promise<SignInOutcome> => {
  const { login, address } = given
  const found = await parts.accounts.findByLogin(login)
  const account = found ? nameAccount(found.user.id) : `nobody:${login}`
  return runThrottled(
    [parts.throttle.perAccount, { account, address }],
    () => proveAttempt(given, found, parts),
    async () => (await findProvenAccount(given, null, parts), REFUSED),
  )
}

/** C7.6: failures count by the login as it was given, which tells nothing about accounts. */
export const createSignIn =
  (parts: SignInParts): SignIn =>
  (given) =>
    runThrottled(
      [parts.throttle.attempts, { account: `login:${given.login}`, address: given.address }],
      () => proveByAccount(given, parts),
      refuseFor,
    )
