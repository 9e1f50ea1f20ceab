import type { SessionId } from '../rules/ids.ts'

/** The facts about the sign-in of a credential. */
export interface SignInFacts {
  /** The session of the token; null for every other credential. */
  readonly session: SessionId | null
  /** The time at which the person last gave a password or a code (C12.4); null for a credential without a sign-in. */
  readonly provenAt: Date | null
}

/** For a request without a sign-in of a person. */
export const NO_SIGN_IN: SignInFacts = { session: null, provenAt: null }
