/** What somebody may do once with a secret that was sent to them. */
export type TokenPurpose = 'invitation' | 'password-reset'

/** A secret for a single use, kept as its digest (C3.8). A user has one of each purpose; a new one replaces it. */
export interface OneTimeToken {
  readonly digest: string
  readonly purpose: TokenPurpose
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** C12.5: no secret in a mail is longer. */
export const MAX_TOKEN_LENGTH = 100

const HOUR_MS = 3_600_000

/** An invitation waits for a day; a reset is wanted now. */
const LIFETIME_MS: Readonly<Record<TokenPurpose, number>> = {
  invitation: 24 * HOUR_MS,
  'password-reset': HOUR_MS,
}

export const oneTimeToken = (purpose: TokenPurpose, digest: string, now: Date): OneTimeToken => ({
  digest,
  purpose,
  createdAt: now,
  expiresAt: new Date(now.getTime() + LIFETIME_MS[purpose]),
})

/** So often at most is a mail sent on the word of a stranger. */
const AGAIN_AFTER_MS = 60_000

/** Whether a new token may take the place of the one before. */
export const mayReplace = (before: Pick<OneTimeToken, 'createdAt'> | null, now: Date): boolean =>
  before === null || now.getTime() - before.createdAt.getTime() >= AGAIN_AFTER_MS
