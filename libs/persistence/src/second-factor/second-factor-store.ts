import { type UserId } from '@content-service/domain'
import { isEnabled, type SecondFactor, type SecondFactorStore } from '@content-service/domain/second-factor'
import type { SessionId } from '@content-service/domain/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { assignChanged } from '../rows.ts'
import { SqlStore } from '../sql-store.ts'
import { endOtherSessions } from '../oauth/end-sessions.ts'
import { lockUser } from '../users/lock-user.ts'
import { toSecondFactor, SecondFactorEntity, type SecondFactorRow } from './second-factor.entity.ts'

/** Replaces the locked row by `next`. */
const replace = async (
  em: SqlEntityManager,
  row: SecondFactorRow | null,
  next: SecondFactor | null,
): Promise<void> => {
  if (row === null) await (next && em.insert(SecondFactorEntity, { ...next }))
  else if (next === null) em.remove(row)
  else assignChanged<SecondFactorRow>(row, { ...next })
}

export class SqlSecondFactorStore extends SqlStore implements SecondFactorStore {
  get(userId: UserId): Promise<SecondFactor | null> {
    return this.session.run(async (em) => {
      const row = await em.findOne(SecondFactorEntity, { userId })
      return row && toSecondFactor(row)
    })
  }

  async change(
    userId: UserId,
    decide: (current: SecondFactor | null) => SecondFactor | null,
    kept: SessionId | null = null,
  ): Promise<SecondFactor | null> {
    const work = async (em: SqlEntityManager) => {
      // The transaction locks the user, because a row that does not exist yet cannot be locked.
      if (!(await lockUser(em, userId))) return { isChanged: false, next: null }
      const row = await em.findOne(SecondFactorEntity, { userId })
      const current = row && { ...toSecondFactor(row) }
      const next = decide(current)
      if (next === current) return { isChanged: false, next }
      await replace(em, row, next)
      if (!isEnabled(current) && isEnabled(next))
        await endOtherSessions(em, userId, { kept, now: this.session.auditContext.at })
      return { isChanged: true, next }
    }
    const written = ({ isChanged }: { readonly isChanged: boolean }) => (isChanged ? [userId] : [])
    const { next } = await this.session.write('second-factors', work, written)
    return next
  }
}
