import { computeWaitMs } from '../rules/time.ts'
import type { EnabledSecondFactor } from './second-factor.ts'
import { spendCode, isAppCode } from './use-code.ts'
import type { TotpVerifier } from './second-factor-store.ts'

/** The number of wrong codes without a wait. */
const FREE_WRONG_CODES = 9
/** While the wait has its maximum, every 24th wrong code sends a mail to the owner: one mail a day. */
const NOTICE_EVERY = 24

/**
 * C12.13: waits of 1, 2, 4 … minutes, at most an hour, and 0 for the first wrong codes. Three codes of a million are
 * valid at any time, so that guesses for a year find a valid code with a probability of 3 %.
 */
const computeWait = (wrongCodes: number): number =>
  wrongCodes <= FREE_WRONG_CODES ? 0 : computeWaitMs(wrongCodes - FREE_WRONG_CODES)

/** The verdict on a code. The store keeps `factor` after the verdict. */
export type CodeVerdict =
  | { readonly kind: 'right'; readonly factor: EnabledSecondFactor }
  | { readonly kind: 'wrong'; readonly factor: EnabledSecondFactor; readonly isToldToOwner: boolean }
  | { readonly kind: 'waiting'; readonly seconds: number }

const countWrongCode = (factor: EnabledSecondFactor, now: Date): CodeVerdict => {
  const wrongCodes = factor.wrongCodes + 1
  const wait = computeWait(wrongCodes)
  return {
    kind: 'wrong',
    factor: { ...factor, wrongCodes, waitUntil: wait === 0 ? null : new Date(now.getTime() + wait) },
    isToldToOwner: wrongCodes === FREE_WRONG_CODES + 1 || wrongCodes % NOTICE_EVERY === 0,
  }
}

/**
 * C12.13: judges a code that came after a right password. During a wait it checks no code; a right code resets the
 * count of wrong codes.
 */
export const judgeCode = (
  factor: EnabledSecondFactor,
  code: string,
  at: { readonly codes: TotpVerifier; readonly now: Date },
): CodeVerdict => {
  const left = (factor.waitUntil?.getTime() ?? 0) - at.now.getTime()
  if (left > 0) return { kind: 'waiting', seconds: Math.ceil(left / 1_000) }
  const used = spendCode(factor, code, at)
  if (used !== null) return { kind: 'right', factor: { ...used, wrongCodes: 0, waitUntil: null } }
  // A code of the app that comes a second time is not a guess.
  return isAppCode(factor, code, at)
    ? { kind: 'wrong', factor, isToldToOwner: false }
    : countWrongCode(factor, at.now)
}
