import type {
  AccountStore,
  OneTimeToken,
  PasswordChange,
  TokenPurpose,
  TokenUse,
  User,
  UserId,
} from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { assignChanged, FOR_UPDATE } from '../rows.ts'
import type { StoreSession } from '../store-session.ts'
import { UserEntity, type UserRow } from '../users/user.entity.ts'
import { endTokens, putToken } from './one-time-tokens.ts'

const BY_EMAIL = 'select id from users where lower(email) = lower(?)'
const SENT = 'select created_at as "createdAt" from one_time_tokens where user_id = ? and purpose = ?'
const OWNER =
  "select user_id as id from one_time_tokens where digest = ? and purpose = any(string_to_array(?, ' ')) and expires_at > ?"
const USE_UP =
  'delete from one_time_tokens where user_id = ? and digest = ? and expires_at > ? returning purpose'
const PURGE = [
  'delete from one_time_tokens where expires_at <= ?',
  `update users set pending_email = null where pending_email is not null and not exists (
    select from one_time_tokens where user_id = users.id and purpose = 'email-change' and expires_at > ?)`,
]
const END_KEYS = 'delete from api_keys where owner_id = ? and created_at < ?'
const END_SECOND_FACTOR =
  'delete from second_factors where user_id = ? and (enabled_at is null or enabled_at < ?)'
const SET_PASSWORD = `insert into credentials (user_id, password_hash, changed_at) values (?, ?, ?)
  on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at`

/** What the token was for; undefined when it is good no longer. */
const useUp = async (
  em: SqlEntityManager,
  user: UserId,
  { token, now }: TokenUse,
): Promise<TokenPurpose | undefined> => {
  const [used] = await em.execute<{ purpose: TokenPurpose }[]>(USE_UP, [user, token, now])
  return used?.purpose
}

/** C12.4: a mail has proven the address; what was made before it was confirmed ends. */
const proveAddress = async (em: SqlEntityManager, row: UserRow, now: Date): Promise<void> => {
  const confirmedAt = row.emailConfirmedAt ?? now
  await em.execute(END_KEYS, [row.id, confirmedAt], 'run')
  await em.execute(END_SECOND_FACTOR, [row.id, confirmedAt], 'run')
  row.emailConfirmedAt = confirmedAt
}

export class SqlAccountStore implements AccountStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  byEmail(email: string): Promise<User | null> {
    return this.#userBy(BY_EMAIL, [email])
  }

  addToken(user: UserId, token: OneTimeToken, decide: (sent: readonly Date[]) => boolean): Promise<boolean> {
    const work = async (em: SqlEntityManager): Promise<boolean> => {
      // The user's row stands for a token that may not be there yet: two at once make one.
      await em.findOne(UserEntity, { id: user }, { ...FOR_UPDATE, fields: ['id'] })
      const sent = await em.execute<{ createdAt: string }[]>(SENT, [user, token.purpose])
      if (!decide(sent.map(({ createdAt }) => new Date(createdAt)))) return false
      await putToken(em, user, token)
      return true
    }
    return this.#session.write('users', work, (added) => (added ? [user] : []))
  }

  ownerOf(digest: string, purposes: readonly TokenPurpose[], now: Date): Promise<User | null> {
    return this.#userBy(OWNER, [digest, purposes.join(' '), now])
  }

  setPassword(user: UserId, { passwordHash, now, tokensValidFrom, token }: PasswordChange): Promise<boolean> {
    const work = async (em: SqlEntityManager): Promise<boolean> => {
      const row = await em.findOne(UserEntity, { id: user }, FOR_UPDATE)
      if (row === null || (token !== undefined && !(await useUp(em, user, { token, now })))) return false
      if (token !== undefined) await proveAddress(em, row, now)
      await em.execute(SET_PASSWORD, [user, passwordHash, now], 'run')
      // What was sent to somebody who could read the mail then sets no further password.
      await endTokens(em, user)
      row.pendingEmail = null
      row.tokensValidFrom = tokensValidFrom
      return true
    }
    return this.#session.write('users', work, (done) => (done ? [user] : []))
  }

  async confirmEmail(
    id: UserId,
    use: TokenUse,
    decide: (current: User, purpose: TokenPurpose) => User,
  ): Promise<boolean> {
    const changes = await this.#session.change('users', async (em) => {
      const row = await em.findOne(UserEntity, { id }, FOR_UPDATE)
      const purpose = row && (await useUp(em, id, use))
      if (row === null || !purpose) return []
      const before: User = { ...row }
      const after = decide(before, purpose)
      if (after.email !== before.email) await endTokens(em, id)
      assignChanged<UserRow>(row, after as UserRow)
      return [{ before, after: { ...row } }]
    })
    return changes.length > 0
  }

  async purgeTokens(expiredBy: Date): Promise<void> {
    for (const statement of PURGE) await this.#session.run((em) => em.execute(statement, [expiredBy], 'run'))
  }

  #userBy(statement: string, values: readonly unknown[]): Promise<User | null> {
    return this.#session.run(async (em) => {
      const [found] = await em.execute<{ id: UserId }[]>(statement, [...values])
      return found ? em.findOne(UserEntity, { id: found.id }) : null
    })
  }
}
