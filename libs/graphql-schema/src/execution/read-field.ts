import type { Context } from '@content-service/domain'
import {
  readFirst,
  readPlanned,
  type PlannedPages,
  type PlannedRead,
} from '@content-service/domain/internal/visibility'
import type { Connection } from '@content-service/domain/internal/reading'
import type { ReadableRecords, ReadOperation } from '@content-service/domain/internal/operations'
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
      readonly plan: (context: Context, id: Reference | string | number, info: Info) => Promise<RowRead>
    }
  | { readonly kind: 'first row'; readonly plan: Plan<PlannedRead> }
  | {
      /** A window, or a page if the field is a connection. */
      readonly kind: 'list'
      readonly planRows: Plan<PlannedRead>
      /** The plan depends on whether there is a cursor, and not on the cursor. */
      readonly planPages: Plan<PlannedPages>
      /** The page of a connection, with its counts. */
      readonly readPage: Plan<Connection>
    }

const READ_PLAN = 'content-service:read-plan'

export interface ReadField {
  readonly resolve: GraphQLFieldResolver<unknown, Context, never>
  readonly extensions: object
}

type Resolve = ReadField['resolve']

const createRowResolver =
  ({
    parseId,
    plan,
  }: ReadPlan & { readonly kind: 'row' }): GraphQLFieldResolver<unknown, Context, { id: string }> =>
  async (_, args, context, info) => {
    const id = parseId(args.id)
    // The plan refuses callers without a permission for every id.
    const planned = await plan(context, id ?? '', info)
    const row = id === null ? null : await readFirst(context, planned)
    if (row) planned.seen?.(context, row)
    return row
  }

const createResolver = (read: ReadPlan): Resolve => {
  if (read.kind === 'row') return createRowResolver(read) as Resolve
  if (read.kind === 'first row')
    return async (_, args, context, info) => readFirst(context, await read.plan(context, args, info))
  return async (_, args, context, info) =>
    isList(info.returnType)
      ? readPlanned(context, await read.planRows(context, args, info))
      : read.readPage(context, args, info)
}

/** A root field that is a read: its resolver makes the plan, and runs it once. A document that comes again keeps the plan. */
export const createReadField = (read: ReadPlan): ReadField => ({
  resolve: createResolver(read),
  extensions: { [READ_PLAN]: read },
})

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
