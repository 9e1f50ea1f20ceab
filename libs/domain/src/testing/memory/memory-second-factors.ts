import type { SessionId, UserId } from '../../rules/ids.ts'
import { isEnabled, type SecondFactor } from '../../second-factor/second-factor.ts'
import type { SecondFactorStore } from '../../second-factor/second-factor-store.ts'
import { MemoryStore } from './memory-store.ts'

export class MemorySecondFactorStore extends MemoryStore implements SecondFactorStore {
  async get(user: UserId): Promise<SecondFactor | null> {
    return this.tables.secondFactors.get(user) ?? null
  }

  async change(
    user: UserId,
    decide: (current: SecondFactor | null) => SecondFactor | null,
    kept: SessionId | null = null,
  ): Promise<SecondFactor | null> {
    const { users, secondFactors, sessions } = this.tables
    if (!users.has(user)) return null
    const current = secondFactors.get(user) ?? null
    const next = decide(current)
    if (next === current) return next
    if (next === null) secondFactors.delete(user)
    else secondFactors.put(next)
    if (!isEnabled(current) && isEnabled(next))
      sessions.remove(({ id, userId }) => userId === user && id !== kept)
    this.session.recordWrite('second-factors', user)
    return next
  }
}
