import { countRows, type Context, type ListOperation } from '@content-service/domain'
import type { ChooseShape } from '../representations/chosen-shape.ts'
import { computeSkippingPrice } from '@content-service/domain/internal/context'
import { createPageReader, createRowsReader } from '@content-service/domain/internal/operations'
import type { CountedRows } from '@content-service/domain/internal/visibility'
import type { ConnectionPage } from '@content-service/domain/internal/reading'
import {
  createJsonResponse,
  PRIVATE_CACHE,
  type Headers,
  type RestHandler,
  type RestRequest,
  type RestResponse,
} from '../protocol/http.ts'
import {
  createCursorLinks,
  cursorParameters,
  listNodes,
  parseCursorPage,
  readCursorPage,
} from '../lists/cursor-page.ts'
import { answerRead } from '../requests/conditional.ts'
import {
  answerPage,
  COUNT_LIMIT,
  countHeaders,
  parsePage,
  pageParameters,
  readParameters,
  writePage,
} from '../requests/paging.ts'
import { createListParameters, renameImplied } from '../lists/filter-parameters.ts'
import { readListInput, refuseAsParameter, type FilteredList } from '../lists/read-list-input.ts'
import type { Shape } from '../schemas/shape.ts'
import type { Answer } from './endpoint.ts'
import type { QueryParameters } from '../requests/query-parameter.ts'

/** The part of a list that this interface declares. */
export interface ListOptions {
  /** The parameters of the address; those of a page without it. */
  readonly query?: QueryParameters
  /** Makes the filters of the list of the parameters. @throws BAD_REQUEST. */
  readonly parseFilters?: (given: Readonly<Partial<Record<string, string>>>) => object
  /** The type of the records, if parameters can filter and order the list (C13.5). */
  readonly filtered?: FilteredList
  /** Chooses the members of the records. */
  readonly choose?: ChooseShape | undefined
  /** The list of the typed interface that reads on where the pages end (C5.6). */
  readonly connection?: string
  /** How caches keep the list. */
  readonly cacheList?: (context: Context) => Headers
}

interface ListResponseOptions extends ListOptions {
  readonly as: Shape
  readonly answer: Answer
}

type Variables = Parameters<RestHandler>[2]

/** C13.6: the records for which a link costs one request. */
const RECORDS_PER_REQUEST = 20

/** All parameters of a list; those of its own address before those of its type. */
export const listKnownParameters = (
  query: QueryParameters,
  filtered: FilteredList | undefined,
): QueryParameters =>
  filtered ? { ...createListParameters(filtered.model, filtered.type), ...cursorParameters, ...query } : query

/** The handler of a list; its pages are counted if the answer promises the count. */
export const createListHandler = (
  list: ListOperation<never>,
  { as, answer, query = pageParameters, ...options }: ListResponseOptions,
): RestHandler => {
  const { filtered } = options
  const known = listKnownParameters(query, filtered)
  const readFilters = (given: Readonly<Partial<Record<string, string>>>): object => {
    if (filtered === undefined) return options.parseFilters?.(given) ?? given
    const { others, input } = readListInput(filtered, given, (name) => name in query)
    return { ...(options.parseFilters?.(others) ?? others), ...input }
  }
  const readParts = (request: RestRequest, variables: Variables) => {
    const query = filtered ? renameImplied(filtered, request.query) : request.query
    const { page, limit, after, before, include, fields, actions, ...given } = readParameters(query, known)
    const chosen = options.choose?.({ include, fields, actions }) ?? null
    const paging = parsePage({ page, limit }, options.connection)
    const cursorPage = parseCursorPage({ page, after, before }, paging.window.limit)
    // The list has the filters that its address declares.
    const filters = { ...variables, ...readFilters(given) } as never
    return { paging, cursorPage, chosen, part: { filters, window: paging.window } }
  }
  if (!answer.headers.includes('X-Total-Count')) {
    const readRows = createRowsReader(list, as.select)
    return async (request, context, variables) => {
      const { part } = readParts(request, variables)
      await context.quota.charge(computeSkippingPrice(part.window.offset))
      return createJsonResponse(200, (await readRows(context, part)).map(as.present))
    }
  }
  const write = ({ rows, total }: CountedRows) => writePage(rows.map(as.present), total)
  const readPage = createPageReader(list, as.select, write)
  const answerCursorPage = async (
    [request, context]: readonly [RestRequest, Context],
    {
      filters,
      page,
      shape,
    }: { readonly filters: never; readonly page: ConnectionPage; readonly shape: Shape },
  ): Promise<RestResponse> => {
    const connection = await readCursorPage(context, list, { filters, page }, shape).catch(refuseAsParameter)
    const { value, precision } = await connection.totalCount()
    const total = precision === 'EXACT' ? value : value + 1
    const { text, etag } = writePage(listNodes(connection).map(shape.present), total)
    const headers = { link: createCursorLinks(request, connection), ...countHeaders(total) }
    return answerRead(request, text, { etag, ...headers, ...(options.cacheList?.(context) ?? PRIVATE_CACHE) })
  }
  return async (request, context, variables) => {
    const { paging, cursorPage, chosen, part } = readParts(request, variables)
    const shape = chosen?.as ?? as
    if (chosen) await context.quota.charge(chosen.links * Math.ceil(part.window.limit / RECORDS_PER_REQUEST))
    if (cursorPage)
      return answerCursorPage([request, context], { filters: part.filters, page: cursorPage, shape })
    await context.quota.charge(computeSkippingPrice(part.window.offset))
    const counted = { ...part, atMost: COUNT_LIMIT + 1 }
    const reading = chosen
      ? countRows(context, list, counted, shape.select).then(({ rows, total }) =>
          writePage(rows.map(shape.present), total),
        )
      : readPage(context, counted)
    const page = await (filtered ? reading.catch(refuseAsParameter) : reading)
    return answerPage(request, paging, page, options.cacheList?.(context))
  }
}
