import { countRows, listRows, type ListOperation } from '@content-service/domain'
import type { Answer } from './endpoint.ts'
import { createJsonResponse, type RestHandler } from './http.ts'
import { parsePage, pageParameters, readParameters } from './paging.ts'
import type { Shape } from './shape.ts'
import { listHandler } from './shape-handlers.ts'

/** The handler of a list; its pages are counted if the answer promises the count. */
export const createListHandler = (list: ListOperation, shape: Shape, { headers }: Answer): RestHandler => {
  if (headers.includes('X-Total-Count'))
    return listHandler(shape, (context, page, select, atMost) =>
      countRows(context, list, { ...page, atMost }, select),
    )
  return async (request, context, { id = '' }) => {
    const { window } = parsePage(readParameters(request.query, pageParameters))
    const rows = await listRows(context, list, { id, window }, shape.select)
    return createJsonResponse(200, rows.map(shape.present))
  }
}
