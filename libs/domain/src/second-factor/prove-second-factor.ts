import type { UserId } from '../ids.ts'
import { afterCode, isEnabled } from './second-factor.ts'
import type { CodeKeeper, SecondFactorStore } from './second-factor-store.ts'

export interface SecondFactorProof {
  readonly store: SecondFactorStore
  readonly codes: CodeKeeper
  readonly now: Date
}

/** Uses up a code of the user's app, or a recovery code. False when it is wrong, or was used before. */
export const proveSecondFactor = async (
  user: UserId,
  code: string,
  { store, codes, now }: SecondFactorProof,
): Promise<boolean> => {
  let isProven = false
  await store.change(user, (current) => {
    const used = isEnabled(current) ? afterCode(current, code, { codes, now }) : null
    isProven = used !== null
    return used ?? current
  })
  return isProven
}
