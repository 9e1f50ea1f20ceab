import { ContentError, User, type UserId } from '@content-service/domain'
import { findType } from '@content-service/domain/internal/model'
import type { Erasure } from '@content-service/domain/internal/personal-data'
import type { NewUser, UserFacts, UserStore } from '@content-service/domain/internal/users'
import type { OneTimeToken } from '@content-service/domain/internal/accounts'
import { prefixPath } from '@content-service/domain/internal/rules'

import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { endTokens, putToken } from './one-time-tokens.ts'
import { beginErasure } from './begin-erasure.ts'
import { removeRecords } from '../records/removals/remove-records.ts'
import { takeBackLikes } from '../counters/likes.ts'
import { giveUpSchedules } from '../records/schedule/schedules.ts'
import { execute, insertInto, type Sql } from '../statements/sql.ts'
import { isIdTaken, translateDatabaseErrors } from '../statements/store-errors.ts'
import { SqlStore } from '../session/sql-store.ts'
import { readFacts } from './user-facts.ts'
import { takeNextId } from './user-ids.ts'
import { hideUser } from './hide-user.ts'
import { completeUser, findLockedUser, findUser, updateUser } from './user-rows.ts'

const insert = async (em: SqlEntityManager, given: User, passwordHash: string | null): Promise<User> => {
  const user = completeUser(em, given)
  await execute(em, insertInto('users', user))
  if (passwordHash !== null)
    await execute(em, insertInto('credentials', { userId: user.id, passwordHash, changedAt: user.createdAt }))
  return user
}

const insertNext = async (em: SqlEntityManager, user: NewUser, passwordHash: string | null): Promise<User> =>
  insert(em, { id: await takeNextId(em), ...user }, passwordHash)

/** The problems of a conflict in a list begin with the index of the user. */
const runAtIndex = async <Result>(index: number, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await translateDatabaseErrors(work)
  } catch (error) {
    throw prefixPath([index], error)
  }
}

const nullWhenIdTaken = (error: unknown): null => {
  if (isIdTaken(error)) return null
  throw error
}

export class SqlUserStore extends SqlStore implements UserStore {
  async add(user: NewUser, passwordHash: string | null, token?: OneTimeToken): Promise<User> {
    const [added] = await this.#inserted(async (em) => {
      const inserted = await insertNext(em, user, passwordHash)
      if (token) await putToken(em, inserted.id, token)
      return [inserted]
    })
    return added as User
  }

  addAll(
    users: readonly { readonly user: NewUser; readonly passwordHash: string }[],
  ): Promise<readonly User[]> {
    return this.#inserted(async (em) => {
      const added: User[] = []
      for (const [index, { user, passwordHash }] of users.entries())
        added.push(await runAtIndex(index, () => insertNext(em, user, passwordHash)))
      return added
    })
  }

  async addAt(id: UserId, user: NewUser): Promise<User | null> {
    const added = await this.session
      .change<User>('users', async (em) => [{ before: null, after: await insert(em, { id, ...user }, null) }])
      .catch(nullWhenIdTaken)
    return added?.[0]?.after ?? null
  }

  get(id: UserId): Promise<User | null> {
    return this.session.run((em) => findUser(em, id))
  }

  async change(
    id: UserId,
    decide: (current: User, facts: UserFacts) => User,
    code?: OneTimeToken,
  ): Promise<User | null> {
    const [change] = await this.session.change<User>('users', async (em) => {
      const before = await findLockedUser(em, id)
      if (before === null) return []
      const next = decide(before, await readFacts(em, before))
      // C3.5: a soft delete ends every key; a restored user makes new ones.
      if (next.deleted && !before.deleted) await execute(em, sql`delete from api_keys where owner_id = ${id}`)
      if (next.email !== before.email) await endTokens(em, id)
      if (code && next.pendingEmail !== null) await putToken(em, id, code)
      return [{ before, after: await updateUser(em, before, next) }]
    })
    return change?.after ?? null
  }

  async remove(
    id: UserId,
    decide: (current: User, facts: UserFacts) => void,
    erasure?: Erasure,
  ): Promise<boolean> {
    const removed = await this.session.change<User>('users', async (em) => {
      const before = await findLockedUser(em, id)
      if (before === null) return []
      decide(before, await readFacts(em, before))
      await takeBackLikes(em, this.session.tables.model, id)
      await giveUpSchedules(em, this.session.tables.model, id)
      if (erasure) await beginErasure(em, erasure)
      await this.#remove(em, id)
      return [{ before, after: null }]
    })
    return removed.length > 0
  }

  #remove(em: SqlEntityManager, id: UserId): Promise<void> {
    const { auditContext, tables } = this.session
    const postpone = (): Promise<void> => hideUser(em, id, auditContext.at)
    return removeRecords(em, this.session, { type: findType(tables.model, User), ids: [id], postpone })
  }

  async heldRights(): Promise<Pick<User, 'roles' | 'permissions'>> {
    return { roles: await this.#held('roles'), permissions: await this.#held('permissions') }
  }

  async freeUsername(candidates: Iterable<string>): Promise<string> {
    for (const candidate of candidates) {
      const taken = sql`select 1 from users where lower(username) = lower(${candidate})`
      if ((await this.session.findRow(taken)) === null) return candidate
    }
    throw new ContentError('CONFLICT', 'No username is free for this email address.')
  }

  follow(follower: UserId, followed: UserId, now: Date): Promise<boolean> {
    const follow = insertInto('follows', { followerId: follower, followedId: followed, createdAt: now })
    return this.#writeFollow(followed, sql`${follow} on conflict do nothing`)
  }

  unfollow(follower: UserId, followed: UserId): Promise<boolean> {
    const unfollow = sql`delete from follows where follower_id = ${follower} and followed_id = ${followed}`
    return this.#writeFollow(followed, unfollow)
  }

  async #held(column: 'roles' | 'permissions'): Promise<readonly string[]> {
    const held = sql<{ name: string }>`select distinct right_held collate "C" as name
      from users, unnest(${sql.ref(column)}) as right_held order by name`
    const rows = await this.session.findRows(held)
    return rows.map(({ name }) => name)
  }

  /**
   * A client may choose the id (C6.5) between the look-up and the insert: then the insert runs again with the next id.
   */
  async #inserted(work: (em: SqlEntityManager) => Promise<readonly User[]>): Promise<readonly User[]> {
    const inserted = async (em: SqlEntityManager) =>
      (await work(em)).map((after) => ({ before: null, after }))
    const first = await this.session.change<User>('users', inserted).catch(nullWhenIdTaken)
    return first ? first.flatMap(({ after }) => after ?? []) : this.#inserted(work)
  }

  #writeFollow(followed: UserId, statement: Sql): Promise<boolean> {
    const work = async (em: SqlEntityManager): Promise<boolean> => (await execute(em, statement)) > 0
    return this.session.write('users', work, (changed) => (changed ? [followed] : []))
  }
}
