import { isEnabled } from '../../second-factor/second-factor.ts'
import type { SecondFactorStore } from '../../second-factor/second-factor-store.ts'
import type { MemorySession } from './memory-session.ts'

export const memorySecondFactors = (session: MemorySession): SecondFactorStore => {
  const { users, secondFactors, sessions } = session.tables
  return {
    get: async (user) => secondFactors.get(user) ?? null,
    change: async (user, decide, kept = null) => {
      if (!users.has(user)) return null
      const current = secondFactors.get(user) ?? null
      const next = decide(current)
      if (next === current) return next
      if (next === null) secondFactors.delete(user)
      else secondFactors.put(next)
      if (!isEnabled(current) && isEnabled(next))
        sessions.remove(({ id, userId }) => userId === user && id !== kept)
      session.recordWrite('second-factors', user)
      return next
    },
  }
}
