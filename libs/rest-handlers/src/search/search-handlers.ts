import { readHits, searchAll, type FoundRow, type SearchType, type Selection } from '@content-service/domain'
import { json, type RestHandler } from '../http.ts'
import { pageFrom, parametersOf } from '../paging.ts'
import { RestError } from '../problem.ts'
import { searchParameters } from './search-schemas.ts'

/** What is told of each kind of hit; the rest is at its own address. */
const SHOWN: Readonly<Record<SearchType, Selection>> = {
  ARTICLE: { fields: ['title', 'excerpt'] },
  USER: { fields: ['username', 'name'] },
  COMMENT: { fields: ['content', 'articleId'] },
  PRODUCT: { fields: ['title', 'description'] },
}

const presentHit = ({ hit, row }: FoundRow) => ({
  type: hit.type,
  id: hit.id,
  score: hit.score,
  ...Object.fromEntries(SHOWN[hit.type].fields.map((field) => [field, row[field]])),
})

/** What the caller may read and the text finds, best match first (C5.3). */
export const search: RestHandler = async (request, context) => {
  const { query, ...page } = parametersOf(request.query, searchParameters)
  if (query === undefined)
    throw new RestError('BAD_REQUEST', 'The parameter query is missing. Set it to the words to search for.')
  const hits = await searchAll(context, query, pageFrom(page, 'searchAll').window)
  return json(200, (await readHits(context, hits, SHOWN)).map(presentHit))
}
