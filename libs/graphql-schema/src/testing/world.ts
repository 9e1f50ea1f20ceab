import { Article, type Context, type User } from '@content-service/domain'
import type { UserRole } from '@content-service/domain/internal/access'
import { aContext, anArticle, aUser, callerOf } from '@content-service/domain/testing'
import { graphql } from 'graphql'
import { createSchema } from '../service/schema.ts'

export interface World {
  readonly context: Context
  user(name: string, role?: UserRole): Promise<User>
  article(owner: User, title: string): Promise<string>
  /** Runs a document as a user, or anonymously. */
  run(
    source: string,
    as?: User | null,
    variables?: Record<string, unknown>,
  ): Promise<{
    data?: unknown
    errors?: readonly { message: string; extensions: unknown; originalError?: unknown }[]
  }>
}

/** The schema over stores in memory. */
export const aWorld = (given: Partial<Context> = {}): World => {
  const context = aContext(given)
  const schema = createSchema()
  return {
    context,
    user: (name, role) => context.stores.users.add(aUser(name, role), null),
    article: async (owner, title) =>
      (await context.stores.records(Article).add(anArticle(context.stores, owner.id, { title }))).id,
    run: async (source, as = null, variableValues = {}) => {
      const contextValue = as ? { ...context, caller: callerOf(as) } : context
      const { data, errors } = await graphql({ schema, source, variableValues, contextValue })
      return { ...(data !== undefined && { data }), ...(errors && { errors }) } as never
    },
  }
}
