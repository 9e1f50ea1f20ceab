import type { Context } from '@content-service/domain'
import type { PlannedPages, PlannedRead } from '@content-service/domain/visibility'
import type { ReadableRecords, ReadOperation } from '@content-service/domain/operations'
import type { Reference } from '@content-service/authz'
import type { GraphQLField, GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql'
import { isList } from '../reading/collected-fields.ts'

type Info = GraphQLResolveInfo
export type RowRead = PlannedRead & Pick<ReadableRecords, 'seen'>

type Plan<Planned> = (context: Context, args: never, info: Info) => Promise<Planned>

/** A root field that is one read. */
export type ReadPlan =
  | {
      /** The record with the argument `id`. */
      readonly kind: 'row'
      readonly parseId: ReadOperation['parseId']
      readonly plan: (context: Context, id: Reference, info: Info) => Promise<RowRead>
    }
  | { readonly kind: 'first row'; readonly plan: Plan<PlannedRead> }
  | {
      /** A window, or a page if the field is a connection. */
      readonly kind: 'list'
      readonly planRows: Plan<PlannedRead>
      /** The plan depends on whether there is a cursor, and not on the cursor. */
      readonly planPages: Plan<PlannedPages>
    }

const READ_PLAN = 'content-service:read-plan'

export interface ReadField<Arguments> {
  readonly resolve: GraphQLFieldResolver<unknown, Context, Arguments>
  readonly extensions: object
}

/** A resolver, with the plan of its read: the plan reads for a document that comes again, and the resolver for all others. */
export const createReadField = <Arguments>(
  resolve: GraphQLFieldResolver<unknown, Context, Arguments>,
  plan: ReadPlan,
): ReadField<Arguments> => ({ resolve, extensions: { [READ_PLAN]: plan } })

export const findReadPlan = ({ extensions }: GraphQLField<unknown, unknown>): ReadPlan | undefined =>
  extensions[READ_PLAN] as ReadPlan | undefined

/** The argument whose values share a plan, with the type of its variables. */
export const findSlotArgument = (
  field: GraphQLField<unknown, unknown>,
): { readonly name: 'id' | 'after'; readonly type: string } | null => {
  const kind = findReadPlan(field)?.kind
  if (kind === 'row') return { name: 'id', type: 'ID' }
  return kind === 'list' && !isList(field.type) ? { name: 'after', type: 'String' } : null
}
