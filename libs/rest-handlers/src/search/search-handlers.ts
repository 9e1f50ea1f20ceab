import {
  perModel,
  readHits,
  searchAll,
  type FoundRow,
  type SearchType,
  type Selection,
} from '@content-service/domain'
import { createJsonResponse, type RestHandler } from '../http.ts'
import { parsePage, readParameters } from '../paging.ts'
import { RestError } from '../problem.ts'
import { listHitFields, searchParameters } from './search-schemas.ts'

const selectShown = perModel((model): Readonly<Record<SearchType, Selection>> =>
  Object.fromEntries(model.searches.map((searched) => [searched.type, { fields: listHitFields(searched) }])),
)

const presentHit = (shown: Readonly<Record<SearchType, Selection>>, { hit, row }: FoundRow) => ({
  type: hit.type,
  id: hit.id,
  score: hit.score,
  ...Object.fromEntries((shown[hit.type]?.fields ?? []).map((field) => [field, row[field]])),
})

/** The matching records that the caller may read, best match first (C5.3). */
export const search: RestHandler = async (request, context) => {
  const { query, ...page } = readParameters(request.query, searchParameters)
  if (query === undefined)
    throw new RestError('BAD_REQUEST', 'The parameter query is missing. Set it to the words to search for.')
  const hits = await searchAll(context, query, parsePage(page, 'searchAll').window)
  const shown = selectShown(context.model)
  const rows = await readHits(context, hits, shown)
  return createJsonResponse(
    200,
    rows.map((row) => presentHit(shown, row)),
  )
}
