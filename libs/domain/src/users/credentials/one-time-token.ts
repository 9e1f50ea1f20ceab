import { DAY_MS, computeWaitMs, HOUR_MS } from '../../rules/time.ts'

/** The action that a mailed secret allows once. */
export type TokenPurpose = 'invitation' | 'password-reset' | 'email-confirmation' | 'email-change'

/** The purposes of codes that set a password. */
export const PASSWORD_CODES = ['invitation', 'password-reset'] as const satisfies readonly TokenPurpose[]
/** The purposes of codes that confirm an address (C12.4). */
export const EMAIL_CODES = ['email-confirmation', 'email-change'] as const satisfies readonly TokenPurpose[]

/**
 * A secret for a single use, stored as its digest (C3.8). A user can have several codes of the purpose
 * `password-reset`, so that a stranger who asks for a code does not end the code that the owner waits for. A code of
 * any other purpose replaces the earlier code.
 */
export interface OneTimeToken {
  readonly digest: string
  readonly purpose: TokenPurpose
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** C12.5: the most characters of a secret in a mail. */
export const MAX_TOKEN_LENGTH = 100

/** A user waits for the code of a reset; the other codes can be used within a day. */
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

/** The time for which expired codes are stored: their number decides the wait before the next mail. */
export const TOKEN_RETENTION_MS = DAY_MS

/**
 * C12.4: whether a stranger's request sends another reset, after codes were `sent` at these times in the last day: the
 * next code follows after 1 minute, then after 2, 4, 8 … minutes, at most an hour.
 */
export const maySendAgain = (sent: readonly Date[], now: Date): boolean => {
  const last = Math.max(...sent.map((at) => at.getTime()))
  return sent.length === 0 || now.getTime() - last >= computeWaitMs(sent.length)
}
