import type { AccountStore, PasswordChange, TokenUse } from '../../accounts/account-store.ts'
import type { OneTimeToken, TokenPurpose } from '../../accounts/one-time-token.ts'
import { conflict } from '../../errors.ts'
import type { UserId } from '../../ids.ts'
import type { User } from '../../users/user.ts'
import type { MemorySession } from './memory-session.ts'

export class MemoryAccountStore implements AccountStore {
  readonly #session: MemorySession

  constructor(session: MemorySession) {
    this.#session = session
  }

  async byEmail(email: string): Promise<User | null> {
    const wanted = email.toLowerCase()
    const users = [...this.#session.tables.users.values()]
    return users.find((user) => user.email.toLowerCase() === wanted) ?? null
  }

  async addToken(
    user: UserId,
    token: OneTimeToken,
    decide: (sent: readonly Date[]) => boolean,
  ): Promise<boolean> {
    const { tables } = this.#session
    const sent = tables.oneTimeTokens
      .filter((owned) => owned.userId === user && owned.token.purpose === token.purpose)
      .map((owned) => owned.token.createdAt)
    if (!decide(sent)) return false
    tables.putToken(user, token)
    this.#session.wrote('users', user)
    return true
  }

  async ownerOf(digest: string, purposes: readonly TokenPurpose[], now: Date): Promise<User | null> {
    const { oneTimeTokens, users } = this.#session.tables
    const owned = oneTimeTokens.find(
      ({ token }) => token.digest === digest && purposes.includes(token.purpose) && token.expiresAt > now,
    )
    return (owned && users.get(owned.userId)) ?? null
  }

  async setPassword(id: UserId, change: PasswordChange): Promise<boolean> {
    const { tables } = this.#session
    const user = tables.users.get(id)
    const { token, now, passwordHash, tokensValidFrom } = change
    if (user === undefined || (token !== undefined && this.#good(id, { token, now }) === undefined))
      return false
    tables.passwordHashes.set(id, passwordHash)
    const next = { ...user, tokensValidFrom, pendingEmail: null }
    tables.users.set(id, token === undefined ? next : this.#proven(next, now))
    tables.endTokens(id)
    this.#session.wrote('users', id)
    return true
  }

  async confirmEmail(
    id: UserId,
    use: TokenUse,
    decide: (current: User, purpose: TokenPurpose) => User,
  ): Promise<boolean> {
    const { tables } = this.#session
    const [before, token] = [tables.users.get(id), this.#good(id, use)]
    if (before === undefined || token === undefined) return false
    const after = decide(before, token.purpose)
    const holder = await this.byEmail(after.email)
    if (holder !== null && holder.id !== id) throw conflict('This email address is taken.')
    tables.users.set(id, after)
    tables.oneTimeTokens = tables.oneTimeTokens.filter((owned) => owned.token !== token)
    if (after.email !== before.email) tables.endTokens(id)
    this.#session.changed('users', { before, after })
    return true
  }

  async purgeTokens(expiredBy: Date): Promise<void> {
    const { tables } = this.#session
    tables.oneTimeTokens = tables.oneTimeTokens.filter(({ token }) => token.expiresAt > expiredBy)
    for (const [id, user] of tables.users)
      if (user.pendingEmail !== null && !this.#hasChangeCode(id))
        tables.users.set(id, { ...user, pendingEmail: null })
  }

  #hasChangeCode(id: UserId): boolean {
    return this.#session.tables.oneTimeTokens.some(
      ({ userId, token }) => userId === id && token.purpose === 'email-change',
    )
  }

  /** C12.4: the mail has proven the address; what was made before it was confirmed ends. */
  #proven(user: User, now: Date): User {
    const { apiKeys, secondFactors } = this.#session.tables
    const emailConfirmedAt = user.emailConfirmedAt ?? now
    for (const key of apiKeys.values())
      if (key.ownerId === user.id && key.createdAt < emailConfirmedAt) apiKeys.delete(key.id)
    const factor = secondFactors.get(user.id)
    if (factor && (factor.enabledAt === null || factor.enabledAt < emailConfirmedAt))
      secondFactors.delete(user.id)
    return { ...user, emailConfirmedAt }
  }

  #good(id: UserId, { token: digest, now }: TokenUse): OneTimeToken | undefined {
    const owned = this.#session.tables.oneTimeTokens.find(
      ({ userId, token }) => userId === id && token.digest === digest && token.expiresAt > now,
    )
    return owned?.token
  }
}
