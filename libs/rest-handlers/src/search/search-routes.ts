import type { ContentModel } from '@content-service/domain'
import { ok, okPage } from '../endpoints/answers.ts'
import { createAreaRoutes, type Route } from '../routing/route.ts'
import { valueCountsSchema } from '../endpoints/count-operation.ts'
import { countHits, search } from './search-handlers.ts'
import { hitSchema, searchFilters, searchParameters } from './search-schemas.ts'

/** `articles, users, comments and workshops` */
const listNames = ({ searches }: ContentModel): string => {
  const names = searches.map(({ from }) => from)
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

export const searchRoutes = (model: ContentModel): readonly Route[] =>
  createAreaRoutes({
    tag: 'Search',
    endpoints: {
      'GET /api/search': {
        handler: search,
        operation: 'search',
        summary: `Search ${listNames(model)}`,
        description: 'The records that you may read, best match first. The search corrects misspelt words.',
        access: 'anyone',
        query: searchParameters,
        answers: [okPage(hitSchema(model), 'A page of hits.')],
      },
      'GET /api/search/counts': {
        handler: countHits,
        operation: 'search',
        id: 'searchCounts',
        summary: 'Count the hits of a search by type',
        description: 'The types that have hits, most frequent first.',
        access: 'anyone',
        query: searchFilters,
        answers: [ok(valueCountsSchema, 'The types with their numbers.')],
      },
    },
  })
