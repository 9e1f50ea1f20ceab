import { listOf } from '../answers.ts'
import type { Route } from '../route.ts'
import { search } from './search-handlers.ts'
import { hitSchema, searchParameters } from './search-schemas.ts'

export const searchRoutes: readonly Route[] = [
  {
    path: '/api/search',
    tag: 'Search',
    methods: {
      GET: {
        handler: search,
        operation: 'search',
        summary: 'Search articles, users, comments and products',
        description: 'The records that you may read, best match first. The search corrects misspelt words.',
        access: 'anyone',
        query: searchParameters,
        answers: [listOf(hitSchema, 'A page of hits.')],
      },
    },
  },
]
