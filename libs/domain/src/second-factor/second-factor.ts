import type { UserId } from '../rules/ids.ts'

/** The second factor of a user (RFC 6238), stored apart from the user record like the password hash (C3.1). */
export interface SecondFactor {
  readonly userId: UserId
  /** The encrypted secret, which the user's app has, too. */
  readonly sealedSecret: string
  /** Null until a code has proven that the app has the secret: sign-ins ask for codes only afterwards. */
  readonly enabledAt: Date | null
  /** The time step of the last used code (RFC 6238 §5.2: no code is accepted twice). */
  readonly lastStep: number
  /** Digests of the unused recovery codes. */
  readonly recoveryDigests: readonly string[]
  /** Wrong codes after a right password, since the last right code (C12.13). */
  readonly wrongCodes: number
  /** The end of the wait: before this time the service checks no code. */
  readonly waitUntil: Date | null
}

/** An enabled second factor. */
export interface EnabledSecondFactor extends SecondFactor {
  readonly enabledAt: Date
}

export const isEnabled = (factor: SecondFactor | null): factor is EnabledSecondFactor =>
  factor !== null && factor.enabledAt !== null

export const createPendingSecondFactor = (userId: UserId, sealedSecret: string): SecondFactor => ({
  userId,
  sealedSecret,
  enabledAt: null,
  lastStep: 0,
  recoveryDigests: [],
  wrongCodes: 0,
  waitUntil: null,
})
