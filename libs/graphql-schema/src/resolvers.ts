import type { Context } from '@content-service/domain'
import type { GraphQLResolveInfo } from 'graphql'

/** A resolver of a root field. Arguments have been coerced by the schema. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the schema decides the arguments of each field; see schema.graphql
export type RootResolver = (root: unknown, args: any, context: Context, info: GraphQLResolveInfo) => unknown

export type RootResolvers = Readonly<Record<string, RootResolver>>
