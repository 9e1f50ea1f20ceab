import type { Context, PlannedRead, ReadableRecords, ReadOperation } from '@content-service/domain'
import type { Reference } from '@content-service/authz'
import type { GraphQLField, GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql'

type Info = GraphQLResolveInfo
export type RowRead = PlannedRead & Pick<ReadableRecords, 'seen'>

/** A root field that is one read: of a record by its argument `id`, or of a window of a list. */
export type ReadPlan =
  | {
      readonly kind: 'row'
      readonly parseId: ReadOperation['parseId']
      readonly plan: (context: Context, id: Reference, info: Info) => Promise<RowRead>
    }
  | {
      readonly kind: 'rows'
      readonly plan: (context: Context, args: never, info: Info) => Promise<PlannedRead>
    }

const READ_PLAN = 'content-service:read-plan'

export interface ReadField<Arguments> {
  readonly resolve: GraphQLFieldResolver<unknown, Context, Arguments>
  readonly extensions: object
}

/** A resolver, with the plan of its read: a compiled document executes the plan, and all others the resolver. */
export const createReadField = <Arguments>(
  resolve: GraphQLFieldResolver<unknown, Context, Arguments>,
  plan: ReadPlan,
): ReadField<Arguments> => ({ resolve, extensions: { [READ_PLAN]: plan } })

export const findReadPlan = ({ extensions }: GraphQLField<unknown, unknown>): ReadPlan | undefined =>
  extensions[READ_PLAN] as ReadPlan | undefined
