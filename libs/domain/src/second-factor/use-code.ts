import type { SecondFactor } from './second-factor.ts'
import type { TotpVerifier } from './second-factor-store.ts'

const ONE_TIME_CODE = /^\d{6}$/

type At = { readonly codes: TotpVerifier; readonly now: Date }

const findStep = (factor: SecondFactor, code: string, { codes, now }: At): number | null =>
  ONE_TIME_CODE.test(code) ? codes.findStep(factor, code, now) : null

/** Whether the user's app shows the code about now, used or unused. */
export const isAppCode = (factor: SecondFactor, code: string, at: At): boolean =>
  findStep(factor, code, at) !== null

/** The factor after the use of a code of the user's app; null if the code is wrong or used. */
export const spendOneTimeCode = <Factor extends SecondFactor>(
  factor: Factor,
  code: string,
  { codes, now }: At,
): Factor | null => {
  const step = findStep(factor, code, { codes, now })
  return step !== null && step > factor.lastStep ? { ...factor, lastStep: step } : null
}

const spendRecoveryCode = <Factor extends SecondFactor>(
  factor: Factor,
  code: string,
  codes: TotpVerifier,
): Factor | null => {
  const digest = codes.digest(code)
  const recoveryDigests = factor.recoveryDigests.filter((kept) => kept !== digest)
  return recoveryDigests.length < factor.recoveryDigests.length ? { ...factor, recoveryDigests } : null
}

/** The factor after the use of `code`, of the app or a recovery code; null if it is neither. */
export const spendCode = <Factor extends SecondFactor>(factor: Factor, code: string, at: At): Factor | null =>
  spendOneTimeCode(factor, code, at) ?? spendRecoveryCode(factor, code, at.codes)
