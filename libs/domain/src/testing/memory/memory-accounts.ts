import type { AccountStore, PasswordChange, TokenUse } from '../../accounts/account-store.ts'
import type { OneTimeToken, TokenPurpose } from '../../accounts/one-time-token.ts'
import { conflict } from '../../rules/errors.ts'
import type { UserId } from '../../rules/ids.ts'
import type { User } from '../../users/user.ts'
import { MemoryStore } from './memory-store.ts'

export class MemoryAccountStore extends MemoryStore implements AccountStore {
  async byEmail(email: string): Promise<User | null> {
    const wanted = email.toLowerCase()
    return this.tables.users.find((user) => user.email.toLowerCase() === wanted)
  }

  async addToken(
    userId: UserId,
    token: OneTimeToken,
    decide: (sent: readonly Date[]) => boolean,
  ): Promise<boolean> {
    const { tables } = this
    const sent = tables.oneTimeTokens.where({ userId, purpose: token.purpose })
    if (!decide(sent.map(({ createdAt }) => createdAt))) return false
    tables.putToken(userId, token)
    this.session.recordWrite('users', userId)
    return true
  }

  async findOwner(digest: string, purposes: readonly TokenPurpose[], now: Date): Promise<User | null> {
    const { oneTimeTokens, users } = this.tables
    const token = oneTimeTokens.find(
      (each) => each.digest === digest && purposes.includes(each.purpose) && each.expiresAt > now,
    )
    return (token && users.get(token.userId)) ?? null
  }

  async setPassword(id: UserId, change: PasswordChange): Promise<boolean> {
    const { tables } = this
    const user = tables.users.get(id)
    const { token, now, passwordHash, tokensValidFrom } = change
    if (user === undefined || (token !== undefined && this.#good(id, { token, now }) === null)) return false
    tables.credentials.put({ userId: id, hash: passwordHash })
    const next = { ...user, tokensValidFrom, pendingEmail: null }
    tables.users.put(token === undefined ? next : this.#proven(next, now))
    tables.oneTimeTokens.remove({ userId: id })
    this.session.recordWrite('users', id)
    return true
  }

  async confirmEmail(
    id: UserId,
    use: TokenUse,
    decide: (current: User, purpose: TokenPurpose) => User,
  ): Promise<boolean> {
    const { tables } = this
    const [before, token] = [tables.users.get(id), this.#good(id, use)]
    if (before === undefined || token === null) return false
    const after = decide(before, token.purpose)
    const holder = await this.byEmail(after.email)
    if (holder !== null && holder.id !== id) throw conflict('This email address is taken.')
    tables.users.put(after)
    const isChanged = after.email !== before.email
    tables.oneTimeTokens.remove({ userId: id, ...(!isChanged && { digest: token.digest }) })
    this.session.recordChanges('users', { before, after })
    return true
  }

  async purgeTokens(expiredBy: Date): Promise<void> {
    const { users, oneTimeTokens } = this.tables
    oneTimeTokens.remove(({ expiresAt }) => expiresAt <= expiredBy)
    const hasNoCode = ({ id }: User) => oneTimeTokens.find({ userId: id, purpose: 'email-change' }) === null
    users.change(hasNoCode, { pendingEmail: null })
  }

  /** C12.4: the mail has proven the address; keys and second factors from before the confirmation end. */
  #proven(user: User, now: Date): User {
    const { apiKeys, secondFactors } = this.tables
    const emailConfirmedAt = user.emailConfirmedAt ?? now
    apiKeys.remove(({ ownerId, createdAt }) => ownerId === user.id && createdAt < emailConfirmedAt)
    secondFactors.remove(
      ({ userId, enabledAt }) => userId === user.id && (enabledAt === null || enabledAt < emailConfirmedAt),
    )
    return { ...user, emailConfirmedAt }
  }

  #good(user: UserId, { token, now }: TokenUse): OneTimeToken | null {
    return this.tables.oneTimeTokens.find(
      ({ userId, digest, expiresAt }) => userId === user && digest === token && expiresAt > now,
    )
  }
}
