import type { AccountStore, PasswordChange } from '../../accounts/account-store.ts'
import type { OneTimeToken } from '../../accounts/one-time-token.ts'
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

  async replaceToken(
    user: UserId,
    token: OneTimeToken,
    decide: (before: Pick<OneTimeToken, 'createdAt'> | null) => boolean,
  ): Promise<boolean> {
    const { tables } = this.#session
    const isBefore = (owned: { readonly userId: UserId; readonly token: OneTimeToken }): boolean =>
      owned.userId === user && owned.token.purpose === token.purpose
    if (!decide(tables.oneTimeTokens.find(isBefore)?.token ?? null)) return false
    tables.putToken(user, token)
    this.#session.wrote('users', user)
    return true
  }

  async ownerOf(digest: string, now: Date): Promise<User | null> {
    const { oneTimeTokens, users } = this.#session.tables
    const owned = oneTimeTokens.find(({ token }) => token.digest === digest && token.expiresAt > now)
    return (owned && users.get(owned.userId)) ?? null
  }

  async setPassword(id: UserId, change: PasswordChange): Promise<boolean> {
    const { tables } = this.#session
    const user = tables.users.get(id)
    if (user === undefined || !this.#allows(id, change)) return false
    tables.passwordHashes.set(id, change.passwordHash)
    tables.users.set(id, { ...user, tokensValidFrom: change.tokensValidFrom })
    tables.oneTimeTokens = tables.oneTimeTokens.filter(({ userId }) => userId !== id)
    this.#session.wrote('users', id)
    return true
  }

  async purgeTokens(expiredBy: Date): Promise<void> {
    const { tables } = this.#session
    tables.oneTimeTokens = tables.oneTimeTokens.filter(({ token }) => token.expiresAt > expiredBy)
  }

  #allows(id: UserId, { token: digest, now }: PasswordChange): boolean {
    const isGood = ({ userId, token }: { readonly userId: UserId; readonly token: OneTimeToken }): boolean =>
      userId === id && token.digest === digest && token.expiresAt > now
    return digest === undefined || this.#session.tables.oneTimeTokens.some(isGood)
  }
}
