import { countRows, listRows, type Context, type ListOperation } from '@content-service/domain'
import type { Answer, QueryParameters } from './endpoint.ts'
import { createJsonResponse, type Headers, type RestHandler } from './http.ts'
import { answerPage, COUNT_LIMIT, parsePage, pageParameters, readParameters } from './paging.ts'
import type { Shape } from './shape.ts'

/** The part of a list that this interface declares. */
export interface ToldList {
  /** The parameters of the address; those of a page without it. */
  readonly query?: QueryParameters
  /** Makes the filters of the list of the parameters. @throws BAD_REQUEST. */
  readonly parseFilters?: (given: Readonly<Partial<Record<string, string>>>) => object
  /** The list of the typed interface that reads on where the pages end (C5.6). */
  readonly connection?: string
  /** How caches keep the list. */
  readonly cacheList?: (context: Context) => Headers
}

interface ServedList extends ToldList {
  readonly as: Shape
  readonly answer: Answer
}

/** The handler of a list; its pages are counted if the answer promises the count. */
export const createListHandler =
  (list: ListOperation<never>, { as, answer, query = pageParameters, ...told }: ServedList): RestHandler =>
  async (request, context, variables) => {
    const { page, limit, ...given } = readParameters(request.query, query)
    const paging = parsePage({ page, limit }, told.connection)
    // The list has the filters that its address declares.
    const filters = { ...variables, ...(told.parseFilters?.(given) ?? given) } as never
    const part = { filters, window: paging.window }
    if (!answer.headers.includes('X-Total-Count'))
      return createJsonResponse(200, (await listRows(context, list, part, as.select)).map(as.present))
    const { rows, total } = await countRows(context, list, { ...part, atMost: COUNT_LIMIT + 1 }, as.select)
    return answerPage(request, paging, { shown: rows.map(as.present), total }, told.cacheList?.(context))
  }
