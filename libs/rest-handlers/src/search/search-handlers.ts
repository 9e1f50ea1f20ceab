import { type ContentModel, type Selection } from '@content-service/domain'
import { isObject } from '@content-service/domain/rules'
import {
  listSearchTypes,
  readSearchPage,
  type SearchType,
  type ShownHit,
} from '@content-service/domain/search'
import { perModel, type SearchedType } from '@content-service/domain/model'
import type { RestHandler } from '../http.ts'
import { answerPage, parsePage, parseWord, readParameters, writePage } from '../requests/paging.ts'
import { RestError } from '../problem.ts'
import { listHitFields, searchParameters } from './search-schemas.ts'

/** The fields of a hit, and the linked records of which the hit shows the ids. */
const selectHit = (model: ContentModel, searched: SearchedType): Selection => {
  const shown = listHitFields(searched)
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

/** `ARTICLE,COMMENT`; undefined for all types. @throws BAD_REQUEST. */
const parseTypes = (model: ContentModel, text: string | undefined): readonly SearchType[] | undefined =>
  text?.split(',').map((word) => parseWord(listSearchTypes(model), word, 'types') ?? word)

/** The matching records that the caller may read, best match first (C5.3, C6.3). */
export const search: RestHandler = async (request, context) => {
  const given = readParameters(request.query, searchParameters)
  const { query, types, ...page } = given
  if (query === undefined)
    throw new RestError('BAD_REQUEST', 'The parameter query is missing. Set it to the words to search for.')
  const paging = parsePage(page, 'searchAll')
  const asked = { query, types: parseTypes(context.model, types) }
  const shown = selectShown(context.model)
  const { hits, total } = await readSearchPage(context, asked, paging.window, shown)
  return answerPage(
    request,
    paging,
    writePage(
      hits.map((hit) => presentHit(shown, hit)),
      total,
    ),
  )
}
