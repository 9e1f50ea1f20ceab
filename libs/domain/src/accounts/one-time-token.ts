import { DAY_MS, computeWaitMs, HOUR_MS } from '../time.ts'

/** What somebody may do once with a secret that was sent to them. */
export type TokenPurpose = 'invitation' | 'password-reset' | 'email-confirmation' | 'email-change'

/** The codes that set a password. No code of the other purposes does. */
export const PASSWORD_CODES = ['invitation', 'password-reset'] as const satisfies readonly TokenPurpose[]
/** The codes that confirm an address (C12.4). */
export const EMAIL_CODES = ['email-confirmation', 'email-change'] as const satisfies readonly TokenPurpose[]

/**
 * A secret for a single use, kept as its digest (C3.8). A user can have several codes of the purpose `password-reset`: a
 * stranger who asks for a code does not end the code that the owner waits for. A code of any other purpose replaces the
 * code before it.
 */
export interface OneTimeToken {
  readonly digest: string
  readonly purpose: TokenPurpose
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** C12.5: no secret in a mail is longer. */
export const MAX_TOKEN_LENGTH = 100

/** A reset is wanted now; the other codes wait for a day. */
const LIFETIME_MS: Readonly<Record<TokenPurpose, number>> = {
  invitation: DAY_MS,
  'password-reset': HOUR_MS,
  'email-confirmation': DAY_MS,
  'email-change': DAY_MS,
}

export const createOneTimeToken = (purpose: TokenPurpose, digest: string, now: Date): OneTimeToken => ({
  digest,
  purpose,
  createdAt: now,
  expiresAt: new Date(now.getTime() + LIFETIME_MS[purpose]),
})

/** Expired codes are kept so long: the wait before the next mail grows with them. */
export const TOKEN_RETENTION_MS = DAY_MS

/**
 * C12.4: whether a stranger's word sends another reset, when codes were `sent` at these times in the last day: a minute
 * after the first, and then after 2, 4, 8 … minutes, at most an hour.
 */
export const maySendAgain = (sent: readonly Date[], now: Date): boolean => {
  const last = Math.max(...sent.map((at) => at.getTime()))
  return sent.length === 0 || now.getTime() - last >= computeWaitMs(sent.length)
}
