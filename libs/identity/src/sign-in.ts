import type { User } from '@content-service/domain'
import { DECOY_HASH, hashPassword, isOutdated, verifyPassword } from './passwords/argon2.ts'
import type { CredentialStore } from './stores.ts'

/** Somebody who wants in with a password, by Basic, on the sign-in page or by the password grant. */
export interface SignInAttempt {
  /** Username or email, without regard to case (C7.4). */
  readonly login: string
  readonly password: string
  /** The address the attempt comes from; null where there is none, as in tests of rules. */
  readonly address: string | null
}

export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly user: User }
  /** Wrong, unknown, or not ACTIVE: one answer for all (C7.6). */
  | { readonly kind: 'refused' }

/** How a password becomes a user, wherever it was given. */
export type SignIn = (attempt: SignInAttempt) => Promise<SignInOutcome>

const REFUSED: SignInOutcome = { kind: 'refused' }

/** Checks the password, and makes its hash anew when the parameters have risen (C3.1). */
export const passwordSignIn =
  (store: CredentialStore): SignIn =>
  async ({ login, password }) => {
    const account = await store.byLogin(login)
    // An unknown account takes as long as a wrong password (C7.6).
    const hash = account?.passwordHash ?? DECOY_HASH
    const isRight = await verifyPassword(password, hash)
    if (!isRight || !account?.passwordHash) return REFUSED
    if (account.user.deleted || account.user.status !== 'ACTIVE') return REFUSED
    if (isOutdated(hash)) await store.rehash(account.user.id, hash, await hashPassword(password))
    return { kind: 'signed-in', user: account.user }
  }
