import { perModel } from '@content-service/domain'
import { noContent, okWithEtag } from '../answers.ts'
import { collectionRoute, recordRoute, type Parts } from '../records/record-routes.ts'
import type { Route } from '../route.ts'
import { idSchema } from '../schema-terms.ts'
import { articleParts } from './article-handlers.ts'
import { countersSchema } from './article-schemas.ts'
import { getCounters, putLike, removeLike } from './counter-handlers.ts'
import { revisionRoutes } from './revision-routes.ts'
import { scheduleRoutes } from './schedule-routes.ts'

const tag = 'Articles'

const DESCRIPTIONS = {
  list: 'The articles that you may read, without their content. The list contains DELETED articles only if you filter by that `status`.',
  get: 'Counts as a view, unless a cache answers or you own the article.',
  delete:
    'The article gets the status DELETED. You can restore it with `status` until the service purges it.',
}

/** The addresses that every type has, with what is particular about articles. */
const createOwnRoutes = (parts: Parts): readonly Route[] => {
  const [collection, article] = [collectionRoute(parts), recordRoute(parts)]
  const { GET: list, POST } = collection.methods
  const { GET, PATCH, DELETE } = article.methods
  if (!list || !POST || !GET || !PATCH || !DELETE) throw new Error('Articles can be changed.')
  return [
    { ...collection, methods: { GET: { ...list, description: DESCRIPTIONS.list }, POST } },
    {
      ...article,
      methods: {
        GET: { ...GET, description: DESCRIPTIONS.get },
        PATCH,
        DELETE: { ...DELETE, description: DESCRIPTIONS.delete },
      },
    },
  ]
}

const COUNTER_ROUTES: readonly Route[] = [
  {
    path: '/api/articles/:id/stats',
    variables: { id: idSchema('the article') },
    tag,
    methods: {
      GET: {
        handler: getCounters,
        operation: 'article',
        id: 'articleStats',
        summary: 'Get the counters of an article',
        access: 'anyone',
        answers: [okWithEtag(countersSchema, 'The counters of the article.')],
      },
    },
  },
  {
    path: '/api/articles/:id/like',
    variables: { id: idSchema('the article') },
    tag,
    methods: {
      PUT: {
        handler: putLike,
        operation: 'likeArticle',
        summary: 'Like an article',
        access: 'signed in',
        answers: [noContent('You like the article.')],
      },
      DELETE: {
        handler: removeLike,
        operation: 'unlikeArticle',
        summary: 'Remove your like from an article',
        access: 'signed in',
        answers: [noContent('You do not like the article.')],
      },
    },
  },
]

export const articleRoutes = perModel((model): readonly Route[] => [
  ...createOwnRoutes(articleParts(model)),
  ...COUNTER_ROUTES,
  ...scheduleRoutes(model),
  ...revisionRoutes(model),
])
