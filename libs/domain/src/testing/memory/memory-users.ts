import type { OneTimeToken } from '../../accounts/one-time-token.ts'
import type { Erasure } from '../../personal-data/erasure.ts'
import { beneath, conflict, ContentError } from '../../errors.ts'
import type { UserId } from '../../ids.ts'
import { GHOST_ID, type NewUser, type User } from '../../users/user.ts'
import type { UserFacts, UserStore } from '../../users/user-store.ts'
import type { MemorySession } from './memory-session.ts'
import type { MemoryTables } from './memory-tables.ts'

const UNIQUE = [
  ['username', 'username'],
  ['email', 'email address'],
] as const

export class MemoryUserStore implements UserStore {
  readonly #tables: MemoryTables
  readonly #session: MemorySession

  constructor(session: MemorySession) {
    this.#tables = session.tables
    this.#session = session
  }

  async add(user: NewUser, passwordHash: string | null, token?: OneTimeToken): Promise<User> {
    const added = this.#recorded(this.#addOne(user, passwordHash))
    if (token) this.#tables.putToken(added.id, token)
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
        for (const { id } of added) this.#tables.users.delete(id)
        throw beneath([index], error)
      }
    return added.map((user) => this.#recorded(user))
  }

  async addAt(id: UserId, user: NewUser): Promise<User | null> {
    if (this.#tables.users.has(id)) return null
    this.#refuseTaken(user)
    return this.#recorded(this.#insert(id, user, null))
  }

  async get(id: UserId): Promise<User | null> {
    return this.#tables.users.get(id) ?? null
  }

  async change(
    id: UserId,
    decide: (current: User, facts: UserFacts) => User,
    code?: OneTimeToken,
  ): Promise<User | null> {
    const current = this.#tables.users.get(id)
    if (current === undefined) return null
    const next = decide(current, this.#factsAbout(current))
    this.#refuseTaken(next, id)
    if (next.deleted && !current.deleted) this.#endKeys(id)
    this.#tables.users.set(id, next)
    if (next.email !== current.email) this.#tables.endTokens(id)
    if (code && next.pendingEmail !== null) this.#tables.putToken(id, code)
    this.#session.changed('users', { before: current, after: next })
    return next
  }

  async remove(
    id: UserId,
    decide: (current: User, facts: UserFacts) => void,
    erasure?: Erasure,
  ): Promise<boolean> {
    const current = this.#tables.users.get(id)
    if (current === undefined) return false
    decide(current, this.#factsAbout(current))
    this.#tables.users.delete(id)
    this.#tables.secondFactors.delete(id)
    this.#endKeys(id)
    this.#removeWebhooks(id)
    this.#leaveToGhost(id)
    this.#tables.removeExports(id)
    if (erasure) this.#tables.erasures.set(id, erasure)
    this.#session.changed('users', { before: current, after: null })
    return true
  }

  async heldRights(): Promise<Pick<User, 'roles' | 'permissions'>> {
    const held = (rights: (user: User) => readonly string[]) =>
      [...new Set([...this.#tables.users.values()].flatMap(rights))].toSorted()
    return { roles: held(({ roles }) => roles), permissions: held(({ permissions }) => permissions) }
  }

  async freeUsername(candidates: Iterable<string>): Promise<string> {
    for (const candidate of candidates) if (!this.#isTaken('username', candidate)) return candidate
    throw new ContentError('CONFLICT', 'No username is free for this address.')
  }

  async follow(follower: UserId, followed: UserId, now: Date): Promise<boolean> {
    const before = this.#tables.follows
    if (before.some((follow) => follow.followerId === follower && follow.followedId === followed))
      return false
    this.#tables.follows = [...before, { followerId: follower, followedId: followed, createdAt: now }]
    this.#session.wrote('users', followed)
    return true
  }

  async unfollow(follower: UserId, followed: UserId): Promise<boolean> {
    const before = this.#tables.follows
    this.#tables.follows = before.filter(
      (follow) => follow.followerId !== follower || follow.followedId !== followed,
    )
    const changed = this.#tables.follows.length < before.length
    if (changed) this.#session.wrote('users', followed)
    return changed
  }

  /** C3.5. */
  #endKeys(owner: UserId): void {
    const { apiKeys } = this.#tables
    for (const { id, ownerId } of apiKeys.values()) if (ownerId === owner) apiKeys.delete(id)
  }

  #removeWebhooks(owner: UserId): void {
    const { webhooks } = this.#tables
    for (const { id, ownerId } of webhooks.values()) if (ownerId === owner) this.#tables.removeWebhook(id)
  }

  #addOne(user: NewUser, passwordHash: string | null): User {
    this.#refuseTaken(user)
    return this.#insert(this.#tables.nextUserId(), user, passwordHash)
  }

  #recorded(user: User): User {
    this.#session.changed('users', { before: null, after: user })
    return user
  }

  #insert(id: UserId, user: NewUser, passwordHash: string | null): User {
    const added = { id, ...user }
    this.#tables.users.set(id, added)
    if (passwordHash !== null) this.#tables.passwordHashes.set(id, passwordHash)
    return added
  }

  #isTaken(field: 'username' | 'email', value: string, except?: UserId): boolean {
    const wanted = value.toLowerCase()
    return [...this.#tables.users.values()].some(
      (user) => user.id !== except && user[field].toLowerCase() === wanted,
    )
  }

  #refuseTaken(user: NewUser, except?: UserId): void {
    for (const [field, what] of UNIQUE)
      if (this.#isTaken(field, user[field], except))
        throw conflict(`This ${what} is taken.`, [{ path: [field], message: 'is taken' }])
  }

  #factsAbout(user: User): UserFacts {
    const others = [...this.#tables.users.values()].filter(
      (other) =>
        other.id !== user.id && other.roles.includes('ADMIN') && other.status === 'ACTIVE' && !other.deleted,
    )
    return { isLastAdministrator: user.roles.includes('ADMIN') && others.length === 0 }
  }

  #leaveToGhost(id: UserId): void {
    this.#tables.endTokens(id)
    const { articles, comments, passwordHashes, likes, follows } = this.#tables
    passwordHashes.delete(id)
    for (const article of articles.values()) {
      const liked = likes.some((like) => like.user === id && like.article === article.id) ? 1 : 0
      const ownerId = article.ownerId === id ? GHOST_ID : article.ownerId
      articles.set(article.id, { ...article, ownerId, likes: article.likes - liked })
    }
    for (const comment of comments.values())
      if (comment.authorId === id) comments.set(comment.id, { ...comment, authorId: GHOST_ID })
    this.#tables.likes = likes.filter((like) => like.user !== id)
    this.#tables.follows = follows.filter((follow) => follow.followerId !== id && follow.followedId !== id)
  }
}
