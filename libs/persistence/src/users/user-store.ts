import type { NewUser, User, UserFacts, UserId, UserStore } from '@content-service/domain'
import { beneath, ContentError } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { assignChanged, FOR_UPDATE } from '../rows.ts'
import { isIdTaken, stored } from '../store-errors.ts'
import { UserEntity, type UserRow } from './user.entity.ts'
import { factsAbout } from './user-facts.ts'
import { nextFreeId } from './user-ids.ts'

const insert = async (em: SqlEntityManager, user: User, passwordHash: string | null): Promise<User> => {
  await em.insert(UserEntity, { ...user })
  if (passwordHash !== null)
    await em.execute('insert into credentials values (?, ?, ?)', [user.id, passwordHash, user.createdAt])
  return user
}

/** The rows go with the user; the counters beside them have to be told. */
const takeBackLikes = (em: SqlEntityManager, user: UserId): Promise<unknown> =>
  em.execute(
    'update articles set likes = likes - 1 where id in (select article_id from likes where user_id = ?)',
    [user],
  )

/** A conflict in a list says which of its members it is about. */
const atIndex = async <Result>(index: number, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await stored(work)
  } catch (error) {
    throw beneath([index], error)
  }
}

const TAKEN_USERNAME = 'select 1 from users where lower(username) = lower(?)'

const nullWhenIdTaken = (error: unknown): null => {
  if (isIdTaken(error)) return null
  throw error
}

export class SqlUserStore implements UserStore {
  readonly #em: SqlEntityManager

  constructor(em: SqlEntityManager) {
    this.#em = em
  }

  add(user: NewUser, passwordHash: string | null): Promise<User> {
    return this.#retrying(async (em) => insert(em, { id: await nextFreeId(em), ...user }, passwordHash))
  }

  addAll(
    users: readonly { readonly user: NewUser; readonly passwordHash: string }[],
  ): Promise<readonly User[]> {
    return this.#retrying(async (em) => {
      const added: User[] = []
      for (const [index, { user, passwordHash }] of users.entries())
        added.push(
          await atIndex(index, async () => insert(em, { id: await nextFreeId(em), ...user }, passwordHash)),
        )
      return added
    })
  }

  addAt(id: UserId, user: NewUser): Promise<User | null> {
    return this.#inTransaction((em) => insert(em, { id, ...user }, null)).catch(nullWhenIdTaken)
  }

  get(id: UserId): Promise<User | null> {
    return stored(() => this.#em.fork().findOne(UserEntity, { id }))
  }

  change(id: UserId, decide: (current: User, facts: UserFacts) => User): Promise<User | null> {
    return this.#inTransaction(async (em) => {
      const row = await em.findOne(UserEntity, { id }, FOR_UPDATE)
      if (row === null) return null
      assignChanged<UserRow>(row, decide({ ...row }, await factsAbout(em, row)) as UserRow)
      return row
    })
  }

  remove(id: UserId, decide: (current: User, facts: UserFacts) => void): Promise<boolean> {
    return this.#inTransaction(async (em) => {
      const row = await em.findOne(UserEntity, { id }, FOR_UPDATE)
      if (row === null) return false
      decide({ ...row }, await factsAbout(em, row))
      await takeBackLikes(em, id)
      em.remove(row)
      return true
    })
  }

  async freeUsername(candidates: Iterable<string>): Promise<string> {
    for (const candidate of candidates) {
      const taken = await stored(() => this.#em.execute(TAKEN_USERNAME, [candidate]))
      if (taken.length === 0) return candidate
    }
    throw new ContentError('CONFLICT', 'No username is free for this address.')
  }

  follow(follower: UserId, followed: UserId, now: Date): Promise<boolean> {
    return this.#run('insert into follows values (?, ?, ?) on conflict do nothing', [follower, followed, now])
  }

  unfollow(follower: UserId, followed: UserId): Promise<boolean> {
    return this.#run('delete from follows where follower_id = ? and followed_id = ?', [follower, followed])
  }

  /** Somebody may have chosen the id (C6.5) between the look and the insert: then the next one is taken. */
  async #retrying<Result>(work: (em: SqlEntityManager) => Promise<Result>): Promise<Result> {
    const first = await this.#inTransaction(work).catch(nullWhenIdTaken)
    return first ?? this.#retrying(work)
  }

  async #run(statement: string, values: readonly unknown[]): Promise<boolean> {
    const result = await stored(() =>
      this.#em.execute<{ affectedRows: number }>(statement, [...values], 'run'),
    )
    return result.affectedRows > 0
  }

  #inTransaction<Result>(work: (em: SqlEntityManager) => Promise<Result>): Promise<Result> {
    return stored(() => this.#em.fork().transactional(work))
  }
}
