import type { ListOperation } from '@content-service/domain'
import { connectRows, planConnectedRows, planRows } from '@content-service/domain/internal/operations'
import type { Window } from '@content-service/domain/internal/reading'

import { getNamedType, isObjectType, type GraphQLNamedType, type GraphQLResolveInfo } from 'graphql'
import { createReadField } from '../execution/read-field.ts'
import { removeNulls } from '../arguments/input-errors.ts'
import { readListInput, refuseTwoOrders, type ListInputArguments } from '../arguments/read-list-input.ts'
import { isWritten, listWrittenPagination, parseWindow, type PaginationInput } from '../arguments/paging.ts'
import { selectNodes } from '../reading/connections.ts'
import { parsePage, type PageInput } from '../reading/page-arguments.ts'
import { readSelection } from '../reading/plans.ts'

/** The arguments of a list. All other arguments are filters. */
export interface ListArguments extends Readonly<Record<string, unknown>> {
  readonly pagination?: PaginationInput | null
  readonly limit?: number | null
  readonly offset?: number | null
  readonly first?: number | null
  readonly after?: string | null
}

/** The type at the end of a path of fields. */
const findType = (path: readonly string[], type: GraphQLNamedType): GraphQLNamedType =>
  path.reduce((from, name) => {
    const field = isObjectType(from) ? from.getFields()[name] : undefined
    if (field === undefined) throw new Error(`${from.name} has no field ${name}`)
    return getNamedType(field.type)
  }, type)

/** Converts the arguments of a field to the filters of a list. Null counts as absent (C5.1). */
export type ParseFilters = (given: ListArguments, info: GraphQLResolveInfo) => object

interface ListPart {
  readonly filters: never
  readonly window: Window
}

const createFilters = (
  parseFilters: ParseFilters,
  { where, orderBy, ...given }: ListArguments & ListInputArguments,
  info: GraphQLResolveInfo,
): never => {
  refuseTwoOrders({ orderBy }, info)
  // The schema and `parseFilters` make sure that the list has these filters.
  return { ...parseFilters(given, info), ...readListInput({ where, orderBy }) } as never
}

/** The part of a list that a field without a connection reads. */
const createPart = (
  parseFilters: ParseFilters,
  { limit, offset, first: _first, after: _after, ...given }: ListArguments,
  info: GraphQLResolveInfo,
): ListPart => ({
  filters: createFilters(parseFilters, given, info),
  window: parseWindow(info, given.pagination, { limit, offset }),
})

const selectRows = (info: GraphQLResolveInfo) => readSelection(getNamedType(info.returnType).name, info)

/** The page of a list that a connection reads. */
const createConnectedPart = (
  parseFilters: ParseFilters,
  { limit: _limit, offset: _offset, first, after, last, before, ...given }: ListArguments & PageInput,
  info: GraphQLResolveInfo,
) => ({
  filters: createFilters(parseFilters, given, info),
  name: `${info.fieldName} ${String(given['id'] ?? '')}`.trimEnd(),
  page: parsePage({ first, after, last, before }, isWritten('first', info)),
})

const selectRowNodes = (info: GraphQLResolveInfo) =>
  selectNodes(findType(['edges', 'node'], getNamedType(info.returnType)).name, info)

/** C5.1: `pagination` alone sorts the list, if it names an order. Its defaults name none (C14.9). */
const parseListFilters: ParseFilters = ({ pagination, ...filters }, info) => {
  const written = listWrittenPagination(info)
  const { sortBy, direction } = pagination ?? {}
  return {
    ...removeNulls(filters),
    ...(written.includes('sortBy') && { sortBy }),
    ...(written.includes('direction') && { direction }),
  }
}

/** The root field of a list: by limit and offset, or by cursor if the field is a connection. */
export const createListField = (list: ListOperation<never>, parseFilters: ParseFilters = parseListFilters) =>
  createReadField({
    kind: 'list',
    planRows: async (context, args, info) =>
      planRows(context, list, createPart(parseFilters, args, info), selectRows(info)),
    planPages: async (context, args, info) =>
      planConnectedRows(context, list, createConnectedPart(parseFilters, args, info), selectRowNodes(info)),
    readPage: async (context, args, info) =>
      connectRows(context, list, createConnectedPart(parseFilters, args, info), selectRowNodes(info)),
  })
