import type { UserId } from '../ids.ts'
import { createPendingSecondFactor, type SecondFactor } from '../second-factor/second-factor.ts'
import { NOON } from './test-audit-context.ts'

/** A second factor that is on, and was never used. */
export const enabledSecondFactor = (id: UserId): SecondFactor => ({
  ...createPendingSecondFactor(id, `sealed ${id}`),
  enabledAt: NOON,
})
