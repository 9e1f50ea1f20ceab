import type { UserId } from '../ids.ts'
import type { CodeKeeper } from './second-factor-store.ts'

/** What is kept of a user's second factor (RFC 6238), apart from the user record as hashes are (C3.1). */
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

export const pendingSecondFactor = (userId: UserId, sealedSecret: string): SecondFactor => ({
  userId,
  sealedSecret,
  enabledAt: null,
  lastStep: 0,
  recoveryDigests: [],
  wrongCodes: 0,
  waitUntil: null,
})

const ONE_TIME_CODE = /^\d{6}$/

type At = { readonly codes: CodeKeeper; readonly now: Date }

const stepOf = (factor: SecondFactor, code: string, { codes, now }: At): number | null =>
  ONE_TIME_CODE.test(code) ? codes.stepOf(factor, code, now) : null

/** Whether the user's app shows the code about now, used or not. */
export const isOfApp = (factor: SecondFactor, code: string, at: At): boolean =>
  stepOf(factor, code, at) !== null

/** The factor once the code of the user's app has been used; null when it is wrong, or was used before. */
export const afterOneTimeCode = <Factor extends SecondFactor>(
  factor: Factor,
  code: string,
  { codes, now }: At,
): Factor | null => {
  const step = stepOf(factor, code, { codes, now })
  return step !== null && step > factor.lastStep ? { ...factor, lastStep: step } : null
}

const afterRecoveryCode = <Factor extends SecondFactor>(
  factor: Factor,
  code: string,
  codes: CodeKeeper,
): Factor | null => {
  const digest = codes.digestOf(code)
  const recoveryDigests = factor.recoveryDigests.filter((kept) => kept !== digest)
  return recoveryDigests.length < factor.recoveryDigests.length ? { ...factor, recoveryDigests } : null
}

/** The factor once `code`, of the app or a recovery code, has been used; null when it is neither. */
export const afterCode = <Factor extends SecondFactor>(factor: Factor, code: string, at: At): Factor | null =>
  afterOneTimeCode(factor, code, at) ?? afterRecoveryCode(factor, code, at.codes)
