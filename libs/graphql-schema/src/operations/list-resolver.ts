import { connectRows, listRows, type Context, type ListOperation } from '@content-service/domain'
import {
  getNamedType,
  isObjectType,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
} from 'graphql'
import { removeNulls } from '../input-errors.ts'
import { parseWindow, type PaginationInput } from '../paging.ts'
import { isList } from '../reading/collected-fields.ts'
import { parsePage, selectNodes } from '../reading/connections.ts'
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

/** The resolver of a list: by limit and offset, or by cursor if the field is a connection. */
export const createListResolver =
  (
    list: ListOperation<never>,
    parseFilters: ParseFilters = removeNulls,
  ): GraphQLFieldResolver<unknown, Context, ListArguments> =>
  (_, { limit, offset, first = null, after, ...given }, context, info) => {
    // The schema and `parseFilters` make sure that the list has these filters.
    const filters = parseFilters(given, info) as never
    const type = getNamedType(info.returnType)
    if (isList(info.returnType)) {
      const window = parseWindow(info, given.pagination, { limit, offset })
      return listRows(context, list, { filters, window }, readSelection(type.name, info))
    }
    const { name: node } = findType(['edges', 'node'], type)
    const name = `${info.fieldName} ${String(given['id'] ?? '')}`.trimEnd()
    return connectRows(
      context,
      list,
      { filters, name, page: parsePage({ first, after }) },
      selectNodes(node, info),
    )
  }
