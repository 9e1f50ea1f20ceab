import type { OneTimeToken } from '../../accounts/one-time-token.ts'
import type { Erasure } from '../../personal-data/erasure.ts'
import { prefixPath, conflict, ContentError } from '../../rules/errors.ts'
import { User, type NewUser } from '../../users/user.ts'
import { type UserId } from '../../rules/ids.ts'
import type { UserFacts, UserStore } from '../../users/user-store.ts'
import { changeLinked } from './memory-links.ts'
import { MemoryStore } from './memory-store.ts'

const UNIQUE = [
  ['username', 'username'],
  ['email', 'email address'],
] as const

export class MemoryUserStore extends MemoryStore implements UserStore {
  async add(user: NewUser, passwordHash: string | null, token?: OneTimeToken): Promise<User> {
    const added = this.#recorded(this.#addOne(user, passwordHash))
    if (token) this.tables.putToken(added.id, token)
    return added
  }

  async addAll(
    users: readonly { readonly user: NewUser; readonly passwordHash: string }[],
  ): Promise<readonly User[]> {
    const added: User[] = []
    for (const [index, { user, passwordHash }] of users.entries())
      try {
        added.push(this.#addOne(user, passwordHash))
      } catch (error) {
        for (const { id } of added) this.tables.users.delete(id)
        throw prefixPath([index], error)
      }
    return added.map((user) => this.#recorded(user))
  }

  async addAt(id: UserId, user: NewUser): Promise<User | null> {
    if (this.tables.users.has(id)) return null
    this.#refuseTaken(user)
    return this.#recorded(this.#insert(id, user, null))
  }

  async get(id: UserId): Promise<User | null> {
    return this.tables.users.get(id) ?? null
  }

  async change(
    id: UserId,
    decide: (current: User, facts: UserFacts) => User,
    code?: OneTimeToken,
  ): Promise<User | null> {
    const current = this.tables.users.get(id)
    if (current === undefined) return null
    const next = decide(current, this.#factsAbout(current))
    this.#refuseTaken(next, id)
    if (next.deleted && !current.deleted) this.#endKeys(id)
    this.tables.users.put(next)
    if (next.email !== current.email) this.tables.oneTimeTokens.remove({ userId: id })
    if (code && next.pendingEmail !== null) this.tables.putToken(id, code)
    this.session.recordChanges('users', { before: current, after: next })
    return next
  }

  async remove(
    id: UserId,
    decide: (current: User, facts: UserFacts) => void,
    erasure?: Erasure,
  ): Promise<boolean> {
    const current = this.tables.users.get(id)
    if (current === undefined) return false
    decide(current, this.#factsAbout(current))
    changeLinked(this.session, { type: User, ids: [id] })
    this.tables.users.delete(id)
    this.tables.secondFactors.delete(id)
    this.#endKeys(id)
    for (const webhook of this.tables.webhooks.where({ ownerId: id })) this.tables.removeWebhook(webhook.id)
    this.#removeOwn(id)
    this.tables.exports.remove({ userId: id })
    if (erasure) this.tables.erasures.put(erasure)
    this.session.recordChanges('users', { before: current, after: null })
    return true
  }

  async heldRights(): Promise<Pick<User, 'roles' | 'permissions'>> {
    const held = (rights: (user: User) => readonly string[]) =>
      [...new Set([...this.tables.users.values()].flatMap(rights))].toSorted()
    return { roles: held(({ roles }) => roles), permissions: held(({ permissions }) => permissions) }
  }

  async freeUsername(candidates: Iterable<string>): Promise<string> {
    for (const candidate of candidates) if (!this.#isTaken('username', candidate)) return candidate
    throw new ContentError('CONFLICT', 'No username is free for this email address.')
  }

  async follow(follower: UserId, followed: UserId, now: Date): Promise<boolean> {
    const follow = { followerId: follower, followedId: followed }
    if (this.tables.follows.find(follow)) return false
    this.tables.follows.put({ ...follow, createdAt: now })
    this.session.recordWrite('users', followed)
    return true
  }

  async unfollow(follower: UserId, followed: UserId): Promise<boolean> {
    const removed = this.tables.follows.remove({ followerId: follower, followedId: followed })
    if (removed.length > 0) this.session.recordWrite('users', followed)
    return removed.length > 0
  }

  /** C3.5: a deleted user has no keys. */
  #endKeys(owner: UserId): void {
    this.tables.apiKeys.remove({ ownerId: owner })
  }

  #addOne(user: NewUser, passwordHash: string | null): User {
    this.#refuseTaken(user)
    return this.#insert(this.tables.nextUserId(), user, passwordHash)
  }

  #recorded(user: User): User {
    this.session.recordChanges('users', { before: null, after: user })
    return user
  }

  #insert(id: UserId, user: NewUser, passwordHash: string | null): User {
    if (passwordHash !== null) this.tables.credentials.put({ userId: id, hash: passwordHash })
    return this.tables.users.put({ id, ...this.session.initialAttributes(User), ...user })
  }

  #isTaken(field: 'username' | 'email', value: string, except?: UserId): boolean {
    const wanted = value.toLowerCase()
    return (
      this.tables.users.find((user) => user.id !== except && user[field].toLowerCase() === wanted) !== null
    )
  }

  #refuseTaken(user: NewUser, except?: UserId): void {
    for (const [field, what] of UNIQUE)
      if (this.#isTaken(field, user[field], except))
        throw conflict(`This ${what} is taken.`, [{ path: [field], message: 'is taken' }])
  }

  #factsAbout(user: User): UserFacts {
    const isOther = ({ id, roles }: User): boolean => id !== user.id && roles.includes('ADMIN')
    const hasOther = this.tables.users.where({ status: 'ACTIVE', deleted: false }).some(isOther)
    return { isLastAdministrator: user.roles.includes('ADMIN') && !hasOther }
  }

  #removeOwn(id: UserId): void {
    const { articles, credentials, oneTimeTokens, likes, follows } = this.tables
    oneTimeTokens.remove({ userId: id })
    credentials.delete(id)
    for (const like of likes.remove({ userId: id }))
      articles.change({ id: like.articleId }, (article) => ({ likes: article.likes - 1 }))
    follows.remove(({ followerId, followedId }) => followerId === id || followedId === id)
  }
}
