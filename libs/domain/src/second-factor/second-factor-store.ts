import type { MadeSecret } from '../api-keys/api-key-store.ts'
import type { SessionId, UserId } from '../rules/ids.ts'
import type { SecondFactor } from './second-factor.ts'

/** Port: stores second factors. A second factor is deleted with its user. */
export interface SecondFactorStore {
  get(user: UserId): Promise<SecondFactor | null>
  /**
   * Runs `decide` on the locked second factor, and stores its result: the same object changes nothing, and null removes
   * the factor. Returns null without a call of `decide` if there is no user with this id. If the result enables a
   * factor, every session of the user ends except the `kept` session.
   */
  change(
    user: UserId,
    decide: (current: SecondFactor | null) => SecondFactor | null,
    kept?: SessionId | null,
  ): Promise<SecondFactor | null>
}

/** A new secret: the text for the user's app, and the encrypted text for the store. */
export interface NewCodeSecret {
  /** Base32, for users who type the secret. */
  readonly secret: string
  /** An otpauth address, which a page shows as a QR code. */
  readonly uri: string
  readonly sealed: string
}

/** Port: one-time codes and recovery codes. Implemented by libs/identity. */
export interface TotpVerifier {
  newSecret(user: UserId, label: string): NewCodeSecret
  /** The time step of a code of six digits, at most one step from now; null for a wrong code. */
  findStep(factor: Pick<SecondFactor, 'userId' | 'sealedSecret'>, code: string, now: Date): number | null
  newRecoveryCode(): MadeSecret
  /** The digest of a recovery code, without regard to blanks, hyphens and case. */
  digest(code: string): string
}
