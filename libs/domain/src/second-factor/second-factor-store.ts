import type { MadeSecret } from '../api-keys/api-key-store.ts'
import type { SessionId, UserId } from '../ids.ts'
import type { SecondFactor } from './second-factor.ts'

/** Port: where second factors are kept. They go with their user. */
export interface SecondFactorStore {
  get(user: UserId): Promise<SecondFactor | null>
  /**
   * Decides on what is there, locked against every other change, and stores what comes back: the same object
   * changes nothing, null removes it. Null as well when there is no such user, who is asked nothing. A factor that the
   * decision turns on ends every session of the user but the `kept` one.
   */
  change(
    user: UserId,
    decide: (current: SecondFactor | null) => SecondFactor | null,
    kept?: SessionId | null,
  ): Promise<SecondFactor | null>
}

/** A new secret, as the user's app takes it and as it is kept. */
export interface NewCodeSecret {
  /** Base32, to be typed. */
  readonly secret: string
  /** An otpauth address, to be shown as a QR code. */
  readonly uri: string
  readonly sealed: string
}

/** Port: one-time codes and recovery codes. Implemented by libs/identity. */
export interface TotpVerifier {
  newSecret(user: UserId, label: string): NewCodeSecret
  /** The time step that a code belongs to, at most one from now; null for a wrong one. It is six digits already. */
  findStep(factor: Pick<SecondFactor, 'userId' | 'sealedSecret'>, code: string, now: Date): number | null
  newRecoveryCode(): MadeSecret
  /** What is kept of a recovery code that somebody shows, however it was typed. */
  digest(code: string): string
}
