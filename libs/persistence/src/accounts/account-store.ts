import type { User, UserId } from '@content-service/domain'
import type {
  AccountStore,
  OneTimeToken,
  PasswordChange,
  TokenPurpose,
  TokenUse,
} from '@content-service/domain/internal/accounts'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { execute, findRow, findRows, insertInto, type Sql } from '../statements/sql.ts'
import { SqlStore } from '../session/sql-store.ts'
import { lockUser } from '../users/lock-user.ts'
import { findLockedUser, findUser, updateUser } from '../users/user-rows.ts'
import { endTokens, putToken } from '../users/one-time-tokens.ts'

const selectTokenUser = (digest: string, purposes: readonly TokenPurpose[], now: Date) =>
  sql<{ id: UserId }>`select user_id as id from one_time_tokens
    where digest = ${digest} and purpose = any(${purposes}) and expires_at > ${now}`

/** The purpose of a token that it uses up; undefined for a token that is not valid. */
const spendToken = async (
  em: SqlEntityManager,
  user: UserId,
  { token, now }: TokenUse,
): Promise<TokenPurpose | undefined> => {
  const use = sql<{ purpose: TokenPurpose }>`delete from one_time_tokens
    where user_id = ${user} and digest = ${token} and expires_at > ${now} returning purpose`
  return (await findRow(em, use))?.purpose
}

/** C12.4: a mail has proven the address; keys and factors from before its confirmation end. */
const proveAddress = async (em: SqlEntityManager, row: User, now: Date): Promise<User> => {
  const confirmedAt = row.emailConfirmedAt ?? now
  await execute(em, sql`delete from api_keys where owner_id = ${row.id} and created_at < ${confirmedAt}`)
  const endSecondFactor = sql`delete from second_factors
    where user_id = ${row.id} and (enabled_at is null or enabled_at < ${confirmedAt})`
  await execute(em, endSecondFactor)
  return { ...row, emailConfirmedAt: confirmedAt }
}

export class SqlAccountStore extends SqlStore implements AccountStore {
  byEmail(email: string): Promise<User | null> {
    return this.#userBy(sql`select id from users where lower(email) = lower(${email})`)
  }

  addToken(user: UserId, token: OneTimeToken, decide: (sent: readonly Date[]) => boolean): Promise<boolean> {
    const work = async (em: SqlEntityManager): Promise<boolean> => {
      // The transaction locks the user, because the token may not exist yet: two concurrent requests make one token.
      await lockUser(em, user)
      const select = sql<{ sentAt: Date }>`select created_at as "sentAt" from one_time_tokens
        where user_id = ${user} and purpose = ${token.purpose}`
      const sent = await findRows(em, select)
      if (!decide(sent.map(({ sentAt }) => sentAt))) return false
      await putToken(em, user, token)
      return true
    }
    return this.session.write('users', work, (added) => (added ? [user] : []))
  }

  findOwner(digest: string, purposes: readonly TokenPurpose[], now: Date): Promise<User | null> {
    return this.#userBy(selectTokenUser(digest, purposes, now))
  }

  setPassword(user: UserId, { passwordHash, now, tokensValidFrom, token }: PasswordChange): Promise<boolean> {
    const work = async (em: SqlEntityManager): Promise<boolean> => {
      const row = await findLockedUser(em, user)
      if (row === null || (token !== undefined && !(await spendToken(em, user, { token, now })))) return false
      const proved = token === undefined ? row : await proveAddress(em, row, now)
      const credential = insertInto('credentials', { userId: user, passwordHash, changedAt: now })
      await execute(
        em,
        sql`${credential} on conflict (user_id)
        do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at`,
      )
      // Earlier codes must not set another password: a person with access to the mails may have read them.
      await endTokens(em, user)
      await updateUser(em, row, { ...proved, pendingEmail: null, tokensValidFrom })
      return true
    }
    return this.session.write('users', work, (done) => (done ? [user] : []))
  }

  async confirmEmail(
    id: UserId,
    use: TokenUse,
    decide: (current: User, purpose: TokenPurpose) => User,
  ): Promise<boolean> {
    const changes = await this.session.change('users', async (em) => {
      const before = await findLockedUser(em, id)
      const purpose = before && (await spendToken(em, id, use))
      if (before === null || !purpose) return []
      const after = decide(before, purpose)
      if (after.email !== before.email) await endTokens(em, id)
      return [{ before, after: await updateUser(em, before, after) }]
    })
    return changes.length > 0
  }

  async purgeTokens(expiredBy: Date): Promise<void> {
    await this.session.execute(sql`delete from one_time_tokens where expires_at <= ${expiredBy}`)
    await this.session
      .execute(sql`update users set pending_email = null where pending_email is not null and not exists (
      select from one_time_tokens where user_id = users.id and purpose = 'email-change' and expires_at > ${expiredBy})`)
  }

  #userBy(statement: Sql<{ readonly id: UserId }>): Promise<User | null> {
    return this.session.run(async (em) => {
      const found = await findRow(em, statement)
      return found ? findUser(em, found.id) : null
    })
  }
}
