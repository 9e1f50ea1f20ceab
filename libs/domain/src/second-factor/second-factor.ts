import type { UserId } from '../ids.ts'

/** The second factor of a user (RFC 6238), kept apart from the user record like the password hash (C3.1). */
export interface SecondFactor {
  readonly userId: UserId
  /** The secret that the user's app has too, encrypted. */
  readonly sealedSecret: string
  /** Null until a code has proven that the app has the secret: only then it is asked for. */
  readonly enabledAt: Date | null
  /** The last time step whose code was used (RFC 6238 §5.2: none is taken twice). */
  readonly lastStep: number
  /** Digests of the recovery codes that have not been used. */
  readonly recoveryDigests: readonly string[]
  /** Wrong codes after a right password, since the last right code (C12.13). */
  readonly wrongCodes: number
  /** Until then no code is looked at. */
  readonly waitUntil: Date | null
}

/** A second factor that is on. */
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
