import type { SessionId } from '../ids.ts'

/** What a credential says of the sign-in behind it. */
export interface SignInFacts {
  /** The session that the token belongs to; null for every other credential. */
  readonly session: SessionId | null
  /** When the person last gave a password or a code for it (C12.4); null for what no person signs in with. */
  readonly provenAt: Date | null
}

/** For a request without a person behind it. */
export const NO_SIGN_IN: SignInFacts = { session: null, provenAt: null }
