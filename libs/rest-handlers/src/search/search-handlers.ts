import { readHits, searchAll, type FoundRow, type SearchType } from '@content-service/domain'
import { json, type RestHandler } from '../http.ts'
import { pageFrom, parametersOf } from '../paging.ts'
import { RestError } from '../problem.ts'

/** What is told of each kind of hit; the rest is at its own address. */
const FIELDS: Readonly<Record<SearchType, readonly string[]>> = {
  ARTICLE: ['title', 'excerpt'],
  USER: ['username', 'name'],
  COMMENT: ['content', 'articleId'],
  PRODUCT: ['title', 'description'],
}

const presentHit = ({ hit, row }: FoundRow) => ({
  type: hit.type,
  id: hit.id,
  score: hit.score,
  ...Object.fromEntries(FIELDS[hit.type].map((field) => [field, row[field]])),
})

/** What the caller may read and the text finds, best match first (C5.3). */
export const search: RestHandler = async (request, context) => {
  const { query, ...page } = parametersOf(request.query, ['query', 'page', 'limit'])
  if (query === undefined)
    throw new RestError('BAD_REQUEST', 'The parameter query is missing: say what to search for.')
  const hits = await searchAll(context, query, pageFrom(page).window)
  return json(200, (await readHits(context, hits, FIELDS)).map(presentHit))
}
