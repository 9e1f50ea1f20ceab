import type { AccountStore, OneTimeToken, PasswordChange, User, UserId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { FOR_UPDATE } from '../rows.ts'
import type { StoreSession } from '../store-session.ts'
import { UserEntity } from '../users/user.entity.ts'
import { putToken } from './one-time-tokens.ts'

const BY_EMAIL = 'select id from users where lower(email) = lower(?)'
const BEFORE = 'select created_at as "createdAt" from one_time_tokens where user_id = ? and purpose = ?'
const OWNER = 'select user_id as id from one_time_tokens where digest = ? and expires_at > ?'
const USE_UP = 'delete from one_time_tokens where user_id = ? and digest = ? and expires_at > ?'
const PURGE = 'delete from one_time_tokens where expires_at <= ?'
const END_TOKENS = 'delete from one_time_tokens where user_id = ?'
const SET_PASSWORD = `insert into credentials (user_id, password_hash, changed_at) values (?, ?, ?)
  on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at`

const useUp = async (em: SqlEntityManager, user: UserId, token: string, now: Date): Promise<boolean> => {
  const { affectedRows } = await em.execute<{ affectedRows: number }>(USE_UP, [user, token, now], 'run')
  return affectedRows > 0
}

export class SqlAccountStore implements AccountStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  byEmail(email: string): Promise<User | null> {
    return this.#userBy(BY_EMAIL, [email])
  }

  replaceToken(
    user: UserId,
    token: OneTimeToken,
    decide: (before: Pick<OneTimeToken, 'createdAt'> | null) => boolean,
  ): Promise<boolean> {
    const work = async (em: SqlEntityManager): Promise<boolean> => {
      // The user's row stands for a token that may not be there yet: two at once make one.
      await em.findOne(UserEntity, { id: user }, { ...FOR_UPDATE, fields: ['id'] })
      const [before] = await em.execute<{ createdAt: string }[]>(BEFORE, [user, token.purpose])
      if (!decide(before ? { createdAt: new Date(before.createdAt) } : null)) return false
      await putToken(em, user, token)
      return true
    }
    return this.#session.write('users', work, (replaced) => (replaced ? [user] : []))
  }

  ownerOf(digest: string, now: Date): Promise<User | null> {
    return this.#userBy(OWNER, [digest, now])
  }

  setPassword(user: UserId, { passwordHash, now, tokensValidFrom, token }: PasswordChange): Promise<boolean> {
    const work = async (em: SqlEntityManager): Promise<boolean> => {
      const row = await em.findOne(UserEntity, { id: user }, FOR_UPDATE)
      if (row === null || (token !== undefined && !(await useUp(em, user, token, now)))) return false
      await em.execute(SET_PASSWORD, [user, passwordHash, now], 'run')
      // What was sent to somebody who could read the mail then sets no further password.
      await em.execute(END_TOKENS, [user], 'run')
      row.tokensValidFrom = tokensValidFrom
      return true
    }
    return this.#session.write('users', work, (done) => (done ? [user] : []))
  }

  async purgeTokens(expiredBy: Date): Promise<void> {
    await this.#session.run((em) => em.execute(PURGE, [expiredBy], 'run'))
  }

  #userBy(statement: string, values: readonly unknown[]): Promise<User | null> {
    return this.#session.run(async (em) => {
      const [found] = await em.execute<{ id: UserId }[]>(statement, [...values])
      return found ? em.findOne(UserEntity, { id: found.id }) : null
    })
  }
}
