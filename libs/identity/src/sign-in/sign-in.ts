import { type User } from '@content-service/domain'
import {
  nameAccount,
  type Attempt,
  type ThrottleSubject,
  type Throttle,
} from '@content-service/domain/internal/context'
import { RateLimited } from '@content-service/domain/internal/rules'
import { DECOY_HASH, hashPassword, isOutdated, verifyPassword } from '../passwords/argon2.ts'
import type { VerifiedPairs } from '../passwords/verified-pairs.ts'
import { digest } from '../secrets/secrets.ts'
import type { Account, CredentialStore } from '../passwords/credential-store.ts'
import type { SignInThrottles } from '../throttle/throttle.ts'

/** Proves that a password was right, without the password, for the step that asks for the code. */
export interface PasswordProof {
  /** A digest of the account that changes with the password and with the end of sessions. */
  readonly accountState: string
}

/** An attempt to sign in with a password: by Basic, on the sign-in page, or by the password grant. */
export interface SignInAttempt {
  /** Username or email, without regard to case (C7.4). */
  readonly login: string
  /** The password, or the proof of the first step. */
  readonly password: string | PasswordProof
  /** A code of the second factor, or a recovery code. */
  readonly otp?: string | undefined
  /** The address of the sender; null in tests of rules. */
  readonly address: string | null
  /**
   * Called before the password is hashed, unless the password was right a few seconds ago. Its error ends the attempt.
   */
  readonly beforeHashing?: () => Promise<void>
}

export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly user: User }
  /** The password is right, and the account has a second factor. */
  | { readonly kind: 'otp-needed'; readonly proof: PasswordProof }
  /**
   * A wrong password, an unknown account, or an account that is not ACTIVE; the outcome does not distinguish them
   * (C7.6).
   */
  | { readonly kind: 'refused' }
  /** C7.6: the service checked nothing; `retryAfter` is in whole seconds. */
  | { readonly kind: 'throttled'; readonly retryAfter: number }

/** Signs in with a password, for all interfaces. */
export type SignIn = (attempt: SignInAttempt) => Promise<SignInOutcome>

/** The dependencies of a sign-in. */
export interface SignInParts {
  readonly accounts: CredentialStore
  /**
   * Uses up a code of the second factor; false when it is wrong. @throws RateLimited after too many wrong codes
   * (C12.13).
   */
  readonly proveSecondFactor: (user: User, code: string) => Promise<boolean>
  readonly throttle: SignInThrottles
  readonly verified: VerifiedPairs
}

const REFUSED: SignInOutcome = { kind: 'refused' }

const refuseFor = (retryAfter: number): SignInOutcome => ({ kind: 'throttled', retryAfter })

const digestAccountState = ({ user, passwordHash }: Account): string =>
  digest(`${user.id} ${passwordHash} ${user.tokensValidFrom.getTime()}`)

type Guess = Pick<SignInAttempt, 'password' | 'beforeHashing'>

/** C12.12: does not hash a pair again that was right a few seconds ago. */
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

/** The account of the login, if the password is right. An unknown login takes as long as a wrong password (C7.6). */
const findProvenAccount = async (
  guess: Guess,
  account: Account | null,
  parts: Pick<SignInParts, 'verified'>,
): Promise<Account | null> => {
  const isRight = await isProven(guess, account, parts)
  if (!isRight || !account?.passwordHash) return null
  return account.user.deleted || account.user.status !== 'ACTIVE' ? null : account
}

/** Replaces a hash that has weaker parameters (C3.1). */
const renewHash = async (
  { user, passwordHash }: Account,
  password: SignInAttempt['password'],
  store: CredentialStore,
): Promise<void> => {
  if (typeof password === 'string' && passwordHash !== null && isOutdated(passwordHash))
    await store.rehash(user.id, passwordHash, await hashPassword(password))
}

/** A database that takes no writes refuses the note, but not the sign-in. */
const noteProof = async ({ user, isProved }: Account, store: CredentialStore): Promise<void> => {
  if (isProved === false) await store.noteProof?.(user.id).catch(() => undefined)
}

/** Reports the result to the throttle. A right password without its second factor is neither a success nor a failure. */
const reportOutcome =
  (work: () => Promise<SignInOutcome>) =>
  async (attempt: Attempt): Promise<SignInOutcome> => {
    const outcome = await work()
    if (outcome.kind === 'refused') attempt.recordFailure()
    if (outcome.kind === 'signed-in') attempt.recordSuccess()
    return outcome
  }

type Otherwise = (retryAfter: number) => SignInOutcome | Promise<SignInOutcome>

/** Calls `otherwise` with the seconds to wait if the throttle refuses. */
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

/** Runs the work if the throttle admits the attempt. */
const runThrottled = (
  [attempts, by]: readonly [Throttle, ThrottleSubject],
  work: () => Promise<SignInOutcome>,
  otherwise: Otherwise,
): Promise<SignInOutcome> => catchRateLimit(() => attempts.run(by, reportOutcome(work)), otherwise)

/** Only a person with the password can make the owner wait through wrong codes (C12.13). */
const proveByCode = (
  { user }: Account,
  otp: string,
  { proveSecondFactor }: SignInParts,
): Promise<SignInOutcome> =>
  catchRateLimit(
    async () => ((await proveSecondFactor(user, otp)) ? { kind: 'signed-in', user } : REFUSED),
    refuseFor,
  )

/**
 * Checks the password first, so that only a person with the password learns whether the account has a second factor.
 */
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
  await noteProof(account, parts.accounts)
  await renewHash(account, password, parts.accounts)
  return account.hasSecondFactor && otp !== undefined
    ? proveByCode(account, otp, parts)
    : { kind: 'signed-in', user: account.user }
}

/**
 * Counts by the account in addition, so that username and email count together. A message about this count would reveal
 * that two logins are one account. So the refusal is that of a wrong password, after the same work.
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

/** C7.6: failures count by the login in the request, which reveals nothing about accounts. */
export const createSignIn =
  (parts: SignInParts): SignIn =>
  (given) =>
    runThrottled(
      [parts.throttle.attempts, { account: `login:${given.login}`, address: given.address }],
      () => proveByAccount(given, parts),
      refuseFor,
    )
