import { prefixPath, conflict, ContentError } from '../../../rules/errors.ts'
import { GHOST_ID, type UserId } from '../../../rules/ids.ts'
import type { UniqueKey } from '../../../model/unique-keys.ts'
import { SCHEDULED_BY } from '../../../model/states/schedule.ts'
import { findType } from '../../../model/types/find-type.ts'
import { initialAttributes } from '../../../model/types/record-changes.ts'
import { User, type NewUser } from '../../../users/user.ts'
import type { UserFacts, UserStore } from '../../../users/user-store.ts'
import { hasText, putToken } from '../memory-accounts.ts'
import type { MemorySession } from '../memory-session.ts'
import type { MemoryTables } from '../memory-tables.ts'
import { isLastAdministrator } from './derived-attributes.ts'
import { takeBackLikes } from './memory-likes.ts'
import { MemoryRecords } from './memory-records.ts'

const WORDS: Readonly<Record<string, string>> = { username: 'username', email: 'email address' }

class MemoryUsers extends MemoryRecords<User> {
  protected override refuse(key: UniqueKey): ContentError {
    const word = WORDS[key.name]
    if (word === undefined) return super.refuse(key)
    return conflict(`This ${word} is taken.`, [{ path: [key.name], message: 'is taken' }])
  }
}

/** C17.2: the ghost may publish nothing, so that the service drops the schedules when their time comes. */
const giveUpSchedules = ({ tables, model }: MemorySession, id: UserId): void => {
  for (const type of model.types)
    if (type.schedule !== null)
      tables.of(type.plural).change({ [SCHEDULED_BY]: id }, () => ({ [SCHEDULED_BY]: GHOST_ID }))
}

/** Removes what belongs to a user, beside the records that link to the user. */
const removeOwn = (tables: MemoryTables, id: UserId): void => {
  const { apiKeys, deliveries, follows, webhooks } = tables
  for (const table of [tables.credentials, tables.secondFactors]) table.delete(id)
  tables.oneTimeTokens.remove({ userId: id })
  tables.exports.remove({ userId: id })
  apiKeys.remove({ ownerId: id })
  for (const webhook of webhooks.remove({ ownerId: id })) deliveries.remove({ webhookId: webhook.id })
  tables.revisions.change({ editorId: id }, () => ({ editorId: GHOST_ID }))
  tables.drafts.remove({ userId: id })
  follows.remove(({ followerId, followedId }) => followerId === id || followedId === id)
}

export const memoryUsers = (session: MemorySession): UserStore => {
  const { tables } = session
  const { users, follows } = tables
  const records = new MemoryUsers(session, User)
  const factsAbout = ({ id }: User): UserFacts => ({ isLastAdministrator: isLastAdministrator(tables, id) })
  const initial = initialAttributes(findType(session.model, User))
  const add = (id: UserId, user: NewUser, passwordHash: string | null): User => {
    const added = records.put({ id, ...initial, ...user })
    if (passwordHash !== null) tables.credentials.put({ userId: id, hash: passwordHash })
    return added
  }
  return {
    add: async (user, passwordHash, token) => {
      const added = add(tables.nextUserId(), user, passwordHash)
      if (token) putToken(tables, added.id, token)
      return added
    },
    addAll: async (given) => {
      const restore = tables.snapshot()
      return given.map(({ user, passwordHash }, index) => {
        try {
          return add(tables.nextUserId(), user, passwordHash)
        } catch (error) {
          restore()
          throw prefixPath([index], error)
        }
      })
    },
    addAt: async (id, user) => (users.has(id) ? null : add(id, user, null)),
    get: async (id) => records.find(id),
    change: async (id, decide, code) =>
      records.change(
        id,
        (current) => decide(current, factsAbout(current)),
        ({ before, after }) => {
          // C3.5: a deleted user has no keys.
          if (after.deleted && !before.deleted) tables.apiKeys.remove({ ownerId: id })
          if (after.email !== before.email) tables.oneTimeTokens.remove({ userId: id })
          if (code && after.pendingEmail !== null) putToken(tables, id, code)
        },
      ),
    remove: async (id, decide, erasure) =>
      records.remove(
        id,
        (current) => decide(current, factsAbout(current)),
        () => {
          removeOwn(tables, id)
          giveUpSchedules(session, id)
          takeBackLikes(session, id)
          if (erasure) tables.erasures.put(erasure)
        },
      ),
    heldRights: async () => {
      const held = (rights: (user: User) => readonly string[]) =>
        [...new Set([...users.values()].flatMap(rights))].toSorted()
      return { roles: held(({ roles }) => roles), permissions: held(({ permissions }) => permissions) }
    },
    freeUsername: async (candidates) => {
      for (const candidate of candidates)
        if (users.find(hasText('username', candidate)) === null) return candidate
      throw new ContentError('CONFLICT', 'No username is free for this email address.')
    },
    follow: async (follower, followed, now) => {
      const follow = { followerId: follower, followedId: followed }
      if (follows.find(follow)) return false
      follows.put({ ...follow, createdAt: now })
      session.recordWrite('users', followed)
      return true
    },
    unfollow: async (follower, followed) => {
      const removed = follows.remove({ followerId: follower, followedId: followed })
      if (removed.length > 0) session.recordWrite('users', followed)
      return removed.length > 0
    },
  }
}
