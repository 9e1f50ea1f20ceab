import { ANYBODY } from '../access/access.ts'
import { Article } from '../articles/article.ts'
import type { ArticleStatus } from '../access/built-in-facts.ts'
import type { Comment } from '../comments/comment.ts'
import type { Context, Stores } from '../context/context.ts'
import { ContentError, type ErrorCode } from '../rules/errors.ts'
import type { UserRole } from '../access/role-names.ts'
import type { ContentModel } from '../model/content-model.ts'
import type { User } from '../users/user.ts'
import type { Mail } from '../mails/mailer.ts'
import { aComment, aContext, anArticle, aUser, callerOf, plainMailEncryption } from './builders.ts'
import { memoryStores } from './memory/memory-stores.ts'
import { MemoryTables } from './memory/memory-tables.ts'

/** A user of every role, and stores that contain these users. */
export interface World {
  readonly stores: Stores
  /** The stored data, for facts that no port shows. */
  readonly tables: MemoryTables
  readonly people: Readonly<Record<UserRole, User>>
  /** The mails in the queue. */
  mails(): readonly Mail[]
  /** The context of a user, or of an anonymous caller. */
  as(caller: User | null, more?: Partial<Context>): Context
  person(name: string, role?: UserRole): Promise<User>
  article(owner: User, status?: ArticleStatus, more?: Parameters<typeof anArticle>[2]): Promise<Article>
  comment(on: Article, author: User, content?: string): Promise<Comment>
}

export const aWorld = async (model?: ContentModel): Promise<World> => {
  const tables = new MemoryTables()
  const stores = memoryStores(tables, model)
  const person = (name: string, role: UserRole = 'READER') => stores.users.add(aUser(name, role), null)
  const people = {
    GUEST: await person('gil', 'GUEST'),
    READER: await person('rob', 'READER'),
    AUTHOR: await person('ada', 'AUTHOR'),
    EDITOR: await person('eve', 'EDITOR'),
    ADMIN: await person('amy', 'ADMIN'),
  }
  return {
    stores,
    tables,
    people,
    mails: () => [...tables.mails.values()].map(({ sealed }) => plainMailEncryption.open(sealed)),
    person,
    as: (caller, more = {}) => aContext({ stores, caller: caller ? callerOf(caller) : ANYBODY, ...more }),
    article: (owner, status = 'PUBLISHED', more = {}) =>
      stores.records(Article).add(anArticle(stores, owner.id, { ...more, status })),
    comment: async (on, author, content = 'Well said.') => {
      const comment = aComment(stores, on, author.id, { content })
      await stores.comments.add(comment, () => undefined)
      return comment
    },
  }
}

/** The result of an operation: the code of its refusal, or DONE. Other errors pass through. */
export const describeOutcome = async (operation: () => unknown): Promise<ErrorCode | 'DONE'> => {
  try {
    await operation()
    return 'DONE'
  } catch (error) {
    if (error instanceof ContentError) return error.code
    throw error
  }
}

/** The paths of the problems of a refused input. */
export const refusedPaths = async (operation: () => unknown): Promise<readonly string[]> => {
  try {
    await operation()
    return []
  } catch (error) {
    if (error instanceof ContentError) return error.problems.map(({ path }) => path.join('.'))
    throw error
  }
}

/** The message of a rule that refuses a value; null if the rule accepts the value. */
export const findComplaint = (rule: () => unknown): string | null => {
  try {
    rule()
    return null
  } catch (error) {
    return (error as Error).message
  }
}
