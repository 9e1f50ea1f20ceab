import type { User, UserId } from '@content-service/domain'

/** C3.6: what a user may do is read at most this long ago. */
const MAX_AGE_MS = 5_000
const MAX_USERS = 10_000

/** Users by id for a few seconds, so that a bearer token does not cost a statement on every request. */
export class UserCache {
  readonly #find: (id: UserId) => Promise<User | null>
  readonly #now: () => Date
  readonly #entries = new Map<UserId, { readonly user: User | null; readonly readAt: number }>()

  constructor(find: (id: UserId) => Promise<User | null>, now: () => Date) {
    this.#find = find
    this.#now = now
  }

  async get(id: UserId): Promise<User | null> {
    const now = this.#now().getTime()
    const entry = this.#entries.get(id)
    if (entry && now - entry.readAt < MAX_AGE_MS) return entry.user
    const user = await this.#find(id)
    this.#entries.delete(id)
    if (this.#entries.size >= MAX_USERS) this.#forgetOldest()
    this.#entries.set(id, { user, readAt: now })
    return user
  }

  /** After a write of this process, which is to be seen at once. */
  forget(id: UserId): void {
    this.#entries.delete(id)
  }

  #forgetOldest(): void {
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined) this.#entries.delete(oldest)
  }
}
