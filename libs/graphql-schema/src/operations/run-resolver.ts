import { atVersion, unconditional, type Context } from '@content-service/domain'
import { isObject, timestamp } from '@content-service/domain/internal/rules'
import {
  readWritten,
  type Call,
  type RunOperation,
  type Showing,
} from '@content-service/domain/internal/operations'
import type { Precondition } from '@content-service/domain/internal/context'
import { getNamedType, isObjectType, type GraphQLFieldResolver, type GraphQLResolveInfo } from 'graphql'
import { readBlocks } from '../arguments/read-blocks.ts'
import { withPathPrefix, removeNulls } from '../arguments/input-errors.ts'
import { findCollection, readSelectionAt } from '../reading/plans.ts'
import { requireRow } from '../reading/require-row.ts'

type Operation = RunOperation<never, unknown>

interface Members {
  readonly id?: string | null
  /** Names the record of an upsert in the place of its id. */
  readonly ref?: string | null
  readonly version?: number | null
}

export interface Arguments extends Members {
  readonly input?: Members
}

const createCall = ({ isChange }: Operation, { id, ref, version, ...members }: Members): Call<never> => ({
  id: id ?? ref ?? '',
  // The types of `operation-resolvers.ts` check that the arguments have the type of the input.
  input: (isChange ? members : removeNulls(members)) as never,
  // Only the operations on records with a version have this argument.
  precondition: version === undefined ? unconditional : (atVersion(version) as Precondition<object>),
})

type WrittenRecord = { readonly id: string | number }

/** C12.16: the written record with the fields that the client selects at the path. */
const readShown = (
  context: Context,
  record: WrittenRecord,
  { shows, path, type }: { readonly shows: Showing; readonly path: readonly string[]; readonly type: string },
  info: GraphQLResolveInfo,
) => {
  const select = readSelectionAt(type, path, info)
  return requireRow(
    shows.readWritten
      ? shows.readWritten(context, record as never, select)
      : readWritten(context, findCollection(type, info), record.id, select),
  )
}

/** A result with its record in a member. The field shows the record or its id. */
const showMember = async (
  context: Context,
  result: Readonly<Record<string, unknown>>,
  { shows, member }: { readonly shows: Showing; readonly member: string },
  info: GraphQLResolveInfo,
) => {
  const record = result[member] as WrittenRecord
  const type = getNamedType(info.returnType)
  const field = isObjectType(type) ? type.getFields()[member] : undefined
  if (field === undefined) return { ...result, id: record.id }
  const at = { shows, path: [member], type: getNamedType(field.type).name }
  return { ...result, [member]: await readShown(context, record, at, info) }
}

/** Times as RFC 3339 (C2.2). */
const showValue = (value: unknown): unknown => {
  if (value instanceof Date) return timestamp(value)
  if (Array.isArray(value)) return value.map(showValue)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, showValue(member)]))
}

const show = (context: Context, shows: Showing | null, result: unknown, info: GraphQLResolveInfo) => {
  if (result === undefined) return true
  if (shows === null) return showValue(result)
  const { member } = shows
  if (member !== undefined && isObject(result)) return showMember(context, result, { shows, member }, info)
  const type = getNamedType(info.returnType).name
  return readShown(context, result as WrittenRecord, { shows, path: [], type }, info)
}

/** C5.11: the path of a problem begins at the arguments. */
export const createRunResolver =
  (operation: Operation): GraphQLFieldResolver<unknown, Context, Arguments> =>
  async (_, given, context, info) => {
    const field = info.parentType.getFields()[info.fieldName]
    const { input, ...others } = readBlocks(context.model, field?.args ?? [], given)
    const call = createCall(operation, { ...others, ...input })
    const path = input ? ['input'] : []
    const result = await withPathPrefix(path, () => operation.run(context, call), others)
    return show(context, operation.shows, result, info)
  }
