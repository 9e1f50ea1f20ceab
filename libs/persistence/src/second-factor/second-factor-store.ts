import { type UserId } from '@content-service/domain'
import {
  isEnabled,
  type SecondFactor,
  type SecondFactorStore,
} from '@content-service/domain/internal/second-factor'
import type { SessionId } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { execute, findRow, insertInto, updateRow } from '../statements/sql.ts'
import { SqlStore } from '../session/sql-store.ts'
import { endOtherSessions } from '../oauth/end-sessions.ts'
import { lockUser } from '../users/lock-user.ts'
import { selectSecondFactor } from './second-factor.entity.ts'

/** Replaces the second factor of a locked user by `next`. */
const replace = async (
  em: SqlEntityManager,
  userId: UserId,
  { current, next }: { readonly current: SecondFactor | null; readonly next: SecondFactor | null },
): Promise<void> => {
  if (next === null) await execute(em, sql`delete from second_factors where user_id = ${userId}`)
  else if (current === null) await execute(em, insertInto('second_factors', next))
  else await updateRow(em, { table: 'second_factors', key: 'userId' }, { before: current, after: next })
}

export class SqlSecondFactorStore extends SqlStore implements SecondFactorStore {
  get(userId: UserId): Promise<SecondFactor | null> {
    return this.session.findRow(selectSecondFactor(userId))
  }

  async change(
    userId: UserId,
    decide: (current: SecondFactor | null) => SecondFactor | null,
    kept: SessionId | null = null,
  ): Promise<SecondFactor | null> {
    const work = async (em: SqlEntityManager) => {
      // The transaction locks the user, because a row that does not exist yet cannot be locked.
      if (!(await lockUser(em, userId))) return { isChanged: false, next: null }
      const current = await findRow(em, selectSecondFactor(userId))
      const next = decide(current)
      if (next === current) return { isChanged: false, next }
      await replace(em, userId, { current, next })
      if (!isEnabled(current) && isEnabled(next))
        await endOtherSessions(em, userId, { kept, now: this.session.auditContext.at })
      return { isChanged: true, next }
    }
    const written = ({ isChanged }: { readonly isChanged: boolean }) => (isChanged ? [userId] : [])
    const { next } = await this.session.write('second-factors', work, written)
    return next
  }
}
