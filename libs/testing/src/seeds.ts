import {
  badUserInput,
  createServiceAuditContext,
  User,
  Article,
  type Comment,
  type RecordOf,
  type RecordType,
  type Stores,
} from '@content-service/domain'
import { findProblems } from '@content-service/domain/internal/rules'
import { findType, type SeedOf } from '@content-service/domain/internal/model'
import { newUser, newUserRules } from '@content-service/domain/internal/users'
import type { ArticleStatus } from '@content-service/domain/internal/access'
import { aComment, anArticle } from '@content-service/domain/testing'
import { hashPassword } from '@content-service/identity'
import type { ServiceForTests } from '@content-service/server/for-tests'
import { createSeededRecord } from './seeded-record.ts'

export interface UserSeed {
  /** A role of the policy; READER by default. */
  readonly role?: string
  /** Several roles of the policy, in the place of `role` (C12.3). */
  readonly roles?: readonly string[]
  readonly name?: string
  readonly email?: string
  /** A user without a password cannot sign in with one. A hash takes 50 ms. */
  readonly password?: string
}

export interface ArticleSeed {
  readonly title?: string
  readonly content?: string
  /** PUBLISHED by default. */
  readonly status?: ArticleStatus
  readonly tags?: readonly string[]
}

/** Creates records in the stores, without permission checks and without the check of the type (C16.3). The rules of their fields hold. */
export interface Seeds {
  user(username: string, given?: UserSeed): Promise<User>
  article(owner: User, given?: ArticleSeed): Promise<Article>
  comment(article: Article, author: User, content?: string): Promise<Comment>
  /**
   * A record of a declared type: `record(Workshop, { title: 'Type setting', progress: 'OPEN' }, ada)`. It can have a
   * state, and the values that operations set. @throws TypeError for an unknown member or a wrong value.
   */
  record<T extends RecordType>(type: T, given: SeedOf<T>, creator?: User | null): Promise<RecordOf<T>>
}

type SeedParts = Pick<ServiceForTests, 'storage' | 'model' | 'policy'> & { readonly now: () => Date }

const checkRole = (role: string, { policy }: Pick<SeedParts, 'policy'>): string => {
  const roles: readonly string[] = policy.roles
  if (roles.includes(role)) return role
  throw new TypeError(`The policy has no role ${JSON.stringify(role)}. Its roles are ${roles.join(', ')}.`)
}

/** @throws TypeError for a role that the policy does not have, and for `role` beside `roles`. */
const readRoles = ({ role, roles }: UserSeed, parts: Pick<SeedParts, 'policy'>): readonly string[] => {
  if (role !== undefined && roles !== undefined)
    throw new TypeError('Give a user either role or roles, not both.')
  return (roles ?? [role ?? 'READER']).map((name) => checkRole(name, parts))
}

const addUser = async (stores: Stores, username: string, seed: UserSeed, parts: SeedParts): Promise<User> => {
  const { password, email = `${username}@example.org`, name } = seed
  const roles = readRoles(seed, parts)
  const type = findType(parts.model, User)
  const given = { username, email, name }
  const problems = findProblems(newUserRules(type), given)
  if (problems.length > 0) throw badUserInput(problems)
  const user = newUser(given, parts.now(), type)
  return stores.users.add({ ...user, roles }, password === undefined ? null : await hashPassword(password))
}

export const createSeeds = (parts: SeedParts): Seeds => {
  const { storage, model, now } = parts
  const storesNow = (): Stores => storage.storesFor(createServiceAuditContext('seed', now()))
  return {
    user: (username, given = {}) => addUser(storesNow(), username, given, parts),
    article: (owner, given = {}) => {
      const stores = storesNow()
      return stores.records(Article).add(anArticle(stores, owner.id, { ...given, now: now() }))
    },
    comment: async (article, author, content = 'Well said.') => {
      const stores = storesNow()
      const comment = aComment(stores, article, author.id, { content, now: now() })
      await stores.comments.add(comment, () => undefined)
      return comment
    },
    record: async (type, given, creator = null) => {
      const store = storesNow().records(type)
      const facts = { id: store.nextId(), now: now(), creator: creator?.id ?? null }
      // The rules of the type have checked each value.
      return store.add(createSeededRecord(findType(model, type), given, facts) as RecordOf<typeof type>)
    },
  }
}
