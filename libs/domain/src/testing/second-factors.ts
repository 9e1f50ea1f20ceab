import type { UserId } from '../rules/ids.ts'
import { createPendingSecondFactor, type SecondFactor } from '../second-factor/second-factor.ts'
import { NOON } from './test-audit-context.ts'

/** An enabled second factor without a used code. */
export const enabledSecondFactor = (id: UserId): SecondFactor => ({
  ...createPendingSecondFactor(id, `sealed ${id}`),
  enabledAt: NOON,
})
