import {
  atVersion,
  topicForRecord,
  createRecord,
  deleteRecord,
  readEventRecord,
  listRecords,
  readRecord,
  readWritten,
  runOperation,
  updateRecord,
  type Context,
  type DomainEvent,
  type RecordId,
  type RecordOperation,
  type RecordType,
} from '@content-service/domain'
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql'
import { withPathPrefix, removeNulls } from '../input-errors.ts'
import { parseWindow, type PaginationInput } from '../paging.ts'
import { readSelection } from '../reading/plans.ts'
import { requireRow } from '../reading/require-row.ts'

type Input = Readonly<Record<string, unknown>>
type Resolver<Arguments> = GraphQLFieldResolver<unknown, Context, Arguments>
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each resolver has the arguments of its own field
export type Resolvers = Readonly<Record<string, Resolver<any>>>

const showWritten = (context: Context, type: RecordType, id: RecordId, info: GraphQLResolveInfo) =>
  requireRow(readWritten(context, type.plural, id, readSelection(type.name, info)))

const parseLinks = (type: RecordType, given: Input): Readonly<Record<string, RecordId | null>> =>
  Object.fromEntries(
    type.links.flatMap(({ attribute, field }) => {
      const id = given[attribute]
      return typeof id === 'string' ? [[attribute, field.parseId(id)]] : []
    }),
  )

const createListResolver =
  (type: RecordType): Resolver<Input & { readonly pagination?: PaginationInput | null }> =>
  (_, { pagination, ...given }, context, info) => {
    const links = parseLinks(type, given)
    // An id that names no record has no records (C2.1).
    if (Object.values(links).includes(null)) return []
    const window = parseWindow(info, pagination)
    // No link is null here.
    const list = { window, links: links as Readonly<Record<string, RecordId>> }
    return listRecords(context, type, list, readSelection(type.name, info))
  }

/** `workshop` and `workshops`. */
export const createQueries = (type: RecordType): Resolvers => {
  const read: Resolver<{ readonly id: string }> = (_, { id }, context, info) =>
    readRecord(context, type, type.parseId(id), readSelection(type.name, info))
  return { [type.word]: read, [type.plural]: createListResolver(type) }
}

const createResolver =
  (type: RecordType): Resolver<{ readonly input: Input }> =>
  async (_, { input }, context, info) => {
    const { id } = await withPathPrefix(['input'], () => createRecord(context, type, removeNulls(input)))
    return showWritten(context, type, id, info)
  }

/** `workshopChanged` streams each change of one record. A listener must have the right to read the record. */
export const createSubscriptions = (type: RecordType): Readonly<Record<string, object>> => {
  if (!type.isLive) return {}
  const subscribe: Resolver<{ readonly id: string }> = (_, { id }, { subscribe: follow }) =>
    follow(topicForRecord(type, type.parseId(id)))
  const resolve = (event: DomainEvent, _args: object, context: Context, info: GraphQLResolveInfo) =>
    readEventRecord(context, type, event, readSelection(type.name, info))
  return { [`${type.word}Changed`]: { subscribe, resolve } }
}

interface VersionedInput extends Input {
  readonly id: string
  readonly version?: number | null
}

const createUpdateResolver =
  (type: RecordType): Resolver<{ readonly input: VersionedInput }> =>
  async (_, { input: { id, version, ...change } }, context, info) => {
    const update = { id: type.parseId(id), change, precondition: atVersion(version) as never }
    const changed = await withPathPrefix(['input'], () => updateRecord(context, type, update))
    return showWritten(context, type, changed.id, info)
  }

const createDeleteResolver =
  (type: RecordType): Resolver<{ readonly id: string }> =>
  async (_, { id }, context) => {
    await deleteRecord(context, type, type.parseId(id))
    return true
  }

const createOperationResolver =
  (type: RecordType, operation: RecordOperation): Resolver<VersionedInput> =>
  async (_, { id, version, ...input }, context, info) => {
    const call = {
      id: type.parseId(id),
      input: removeNulls(input),
      precondition: atVersion(version) as never,
    }
    const changed = await runOperation(context, type, operation, call)
    return showWritten(context, type, changed.id, info)
  }

/** `createWorkshop`; for a type whose records change, `updateWorkshop`, `deleteWorkshop` and the operations of the type too. */
export const createMutations = (type: RecordType): Resolvers => {
  const create = { [`create${type.name}`]: createResolver(type) }
  if (type.isFixed) return create
  return {
    ...create,
    [`update${type.name}`]: createUpdateResolver(type),
    [`delete${type.name}`]: createDeleteResolver(type),
    ...Object.fromEntries(
      Object.entries(type.operations).map(([verb, operation]) => [
        `${verb}${type.name}`,
        createOperationResolver(type, operation),
      ]),
    ),
  }
}
