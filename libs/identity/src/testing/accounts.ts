import { type User, type UserId } from '@content-service/domain'
import { newUser } from '@content-service/domain/internal/users'
import type { UserRole } from '@content-service/domain/internal/access'
import { VerifiedPairs } from '../passwords/verified-pairs.ts'
import type { SignInParts } from '../sign-in/sign-in.ts'
import type { Account, CredentialStore } from '../passwords/credential-store.ts'
import { createThrottle, type SignInThrottles } from '../throttle/throttle.ts'
import { memoryCounters } from '../throttle/counters.ts'

/** The time at which every test begins. */
export const NOON = new Date('2026-11-20T12:00:00.000Z')

export const aUser = (id: number, username: string, more: Partial<User> = {}): User => {
  const role: UserRole = 'AUTHOR'
  return { id: id as UserId, ...newUser({ username, email: `${username}@example.org`, role }, NOON), ...more }
}

/** A throttle without counted attempts. */
export const aThrottle = (): SignInThrottles =>
  createThrottle({ counters: memoryCounters, key: Buffer.alloc(32) })

/** The parts of a sign-in; the code of every second factor is 123456. */
export const signInBy = (accounts: MemoryAccounts): SignInParts => ({
  accounts,
  proveSecondFactor: async (_, code) => code === '123456',
  throttle: aThrottle(),
  verified: new VerifiedPairs(),
})

/** Accounts that record the logins that were looked up. */
export class MemoryAccounts implements CredentialStore {
  readonly asked: string[] = []
  readonly #accounts: Map<UserId, Account>

  constructor(...accounts: readonly (Pick<Account, 'user' | 'passwordHash'> & Partial<Account>)[]) {
    this.#accounts = new Map(
      accounts.map((account) => [account.user.id, { hasSecondFactor: false, isProved: true, ...account }]),
    )
  }

  async findByLogin(login: string): Promise<Account | null> {
    this.asked.push(login)
    const wanted = login.toLowerCase()
    const all = [...this.#accounts.values()]
    return (
      all.find(({ user }) => [user.username, user.email].some((name) => name.toLowerCase() === wanted)) ??
      null
    )
  }

  async findById(id: UserId): Promise<User | null> {
    return this.#accounts.get(id)?.user ?? null
  }

  async noteProof(id: UserId): Promise<void> {
    const account = this.#accounts.get(id)
    if (account) this.#accounts.set(id, { ...account, isProved: true })
  }

  async rehash(id: UserId, current: string, next: string): Promise<void> {
    const account = this.#accounts.get(id)
    if (account?.passwordHash === current) this.#accounts.set(id, { ...account, passwordHash: next })
  }

  hashOf(user: User): string | null {
    return this.#accounts.get(user.id)?.passwordHash ?? null
  }

  setHash(user: User, passwordHash: string): void {
    this.#accounts.set(user.id, { user, passwordHash, hasSecondFactor: false, isProved: true })
  }
}
