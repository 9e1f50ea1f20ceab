import type { ContentModel, Context, Selection } from '@content-service/domain'
import { isObject } from '@content-service/domain/internal/rules'
import {
  countSearch,
  listSearchTypes,
  readSearchPage,
  type SearchType,
  type ShownHit,
} from '@content-service/domain/internal/search'
import { perModel, type SearchedType } from '@content-service/domain/internal/model'
import { createJsonResponse, type RestHandler } from '../protocol/http.ts'
import { parseWhere, refuseAsParameter } from '../lists/read-list-input.ts'
import { answerPage, parsePage, parseWord, readParameters, writePage } from '../requests/paging.ts'
import { RestError } from '../protocol/problem.ts'
import { searchFilters, searchParameters } from './search-schemas.ts'

/** The fields of a hit, and the linked records of which the hit shows the ids. */
const selectHit = (model: ContentModel, searched: SearchedType): Selection => {
  const { shown } = searched
  const links = model.typeNamed(searched.name).links.filter(({ attribute }) => shown.includes(attribute))
  const select = { fields: ['id'] }
  return {
    fields: shown.filter((field) => !links.some(({ attribute }) => attribute === field)),
    related: links.map(({ attribute, name }) => ({
      as: attribute,
      relation: name,
      isNullable: true,
      select,
    })),
  }
}

const selectShown = perModel((model): Readonly<Record<SearchType, Selection>> =>
  Object.fromEntries(model.searches.map((searched) => [searched.type, selectHit(model, searched)])),
)

const showId = (linked: unknown): unknown => (isObject(linked) ? linked['id'] : null)

const presentHit = (
  shown: Readonly<Record<SearchType, Selection>>,
  { type, id, score, snippet, row }: ShownHit,
) => {
  const { fields = [], related = [] } = shown[type] ?? {}
  return {
    ...{ type, id, score, snippet },
    ...Object.fromEntries(fields.map((field) => [field, row[field]])),
    ...Object.fromEntries(related.map(({ as }) => [as, showId(row[as])])),
  }
}

/** `ARTICLE,USER`; undefined for all types. @throws BAD_REQUEST. */
const parseTypes = (model: ContentModel, text: string | undefined): readonly SearchType[] | undefined =>
  text?.split(',').map((word) => parseWord(listSearchTypes(model), word, 'types') ?? word)

interface GivenSearch {
  readonly query?: string | undefined
  readonly types?: string | undefined
  readonly where?: string | undefined
}

const readRequest = ({ model }: Context, { query, types, where }: GivenSearch) => {
  if (query === undefined)
    throw new RestError('BAD_REQUEST', 'The parameter query is missing. Set it to the words to search for.')
  return {
    query,
    types: parseTypes(model, types),
    ...(where !== undefined && { where: parseWhere(where) }),
  }
}

/** C13.7: the numbers of the hits by type. */
export const countHits: RestHandler = async (request, context) => {
  const asked = readRequest(context, readParameters(request.query, searchFilters))
  return createJsonResponse(200, await countSearch(context, asked).catch(refuseAsParameter))
}

/** The matching records that the caller may read, best match first (C5.3, C6.3). */
export const search: RestHandler = async (request, context) => {
  const { page, limit, ...given } = readParameters(request.query, searchParameters)
  const paging = parsePage({ page, limit }, 'searchAll')
  const asked = readRequest(context, given)
  const shown = selectShown(context.model)
  const reading = readSearchPage(context, asked, paging.window, shown)
  const { hits, total } = await (given.where === undefined ? reading : reading.catch(refuseAsParameter))
  return answerPage(
    request,
    paging,
    writePage(
      hits.map((hit) => presentHit(shown, hit)),
      total,
    ),
  )
}
