import type { User, UserId } from '@content-service/domain'

/** C3.6: what a user may do is read at most this long ago. */
const MAX_AGE_MS = 5_000
const MAX_USERS = 10_000

/** The read itself is kept, so that those who ask meanwhile wait for it instead of reading too. */
interface Entry {
  readonly user: Promise<User | null>
  readonly readAt: number
}

/** Users by id for a few seconds, so that a bearer token does not cost a statement on every request. */
export class UserCache {
  readonly #find: (id: UserId) => Promise<User | null>
  readonly #now: () => Date
  readonly #entries = new Map<UserId, Entry>()

  constructor(find: (id: UserId) => Promise<User | null>, now: () => Date) {
    this.#find = find
    this.#now = now
  }

  get(id: UserId): Promise<User | null> {
    const now = this.#now().getTime()
    const entry = this.#entries.get(id)
    const age = entry && now - entry.readAt
    // A clock that was set back makes an age below zero, which says nothing.
    if (entry && age !== undefined && age >= 0 && age < MAX_AGE_MS) return entry.user
    return this.#read(id, now)
  }

  #read(id: UserId, readAt: number): Promise<User | null> {
    const entry = { user: this.#find(id), readAt }
    this.#entries.delete(id)
    if (this.#entries.size >= MAX_USERS) this.#forgetOldest()
    this.#entries.set(id, entry)
    // A read that failed is not kept; who waits for it gets the failure.
    entry.user.catch(() => {
      if (this.#entries.get(id) === entry) this.#entries.delete(id)
    })
    return entry.user
  }

  #forgetOldest(): void {
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined) this.#entries.delete(oldest)
  }
}
