import {
  Article,
  declareRecordRead,
  type ContentModel,
  type Context,
  type Row,
} from '@content-service/domain'
import { findType, perModel } from '@content-service/domain/internal/model'
import { isAnonymous } from '@content-service/domain/internal/access'
import { noContent, okWithEtag } from '../endpoints/answers.ts'
import { PRIVATE_CACHE, PUBLIC_CACHE } from '../protocol/http.ts'
import { createCacheHeaders } from '../requests/paging.ts'
import { createReadHandler } from '../endpoints/read-operation.ts'
import { createRecordRepresentation } from '../records/record-representation.ts'
import { declareEndpointIn, type Parts } from '../records/record-parts.ts'
import { collectionEndpoints, createTypeRoutes, recordEndpoints } from '../records/record-routes.ts'
import { scheduleEndpoints } from '../records/schedule-endpoints.ts'
import { createRepresentation } from '../representations/representation.ts'
import { withDescriptions, type Endpoints, type Route } from '../routing/route.ts'
import { parseArticleFilters } from './article-filters.ts'
import { articleListParameters, articleSchemas, countersSchema } from './article-schemas.ts'
import { revisionRoutes } from '../records/revisions/revision-routes.ts'

/**
 * C6.10: a shared cache may keep public articles for a minute; the service does not count reads that a cache answers.
 */
const createArticleCacheHeaders = (context: Context, { status }: Row) =>
  isAnonymous(context) && status === 'PUBLISHED' ? PUBLIC_CACHE : PRIVATE_CACHE

/** How the addresses of a model show articles; lists are without their content (C4.5, C6.3). */
export const createArticleParts = perModel((model): Parts => {
  const [type, schemas] = [findType(model, Article), articleSchemas(model)]
  const list = {
    query: articleListParameters,
    parseFilters: parseArticleFilters,
    connection: 'articlesConnection',
    cacheList: createCacheHeaders,
  }
  const as = { ...createRecordRepresentation(model, type, schemas), cacheHeaders: createArticleCacheHeaders }
  return { model, type, schemas, as, list }
})

const DESCRIPTIONS = {
  'GET /api/articles':
    'The articles that you may read, without their content. The list contains DELETED articles only if you filter by that `status`.',
  'GET /api/articles/:id': 'Counts as a view, unless a cache answers or you own the article.',
  'DELETE /api/articles/:id':
    'The article gets the status DELETED. You can restore it with `status` until the service purges it.',
}

/** C6.8: readers change the counters, so that they have a separate address. A read of the counters is not a view. */
const createCounterReader = (model: ContentModel) =>
  createReadHandler(declareRecordRead(Article), createRepresentation(countersSchema(model)))

const counterEndpoints = (model: ContentModel): Endpoints => {
  const declareEndpoint = declareEndpointIn(model)
  return {
    'GET /api/articles/:id/stats': {
      handler: createCounterReader(model),
      operation: 'article',
      id: 'articleStats',
      summary: 'Get the counters of an article',
      access: 'anyone',
      answers: [okWithEtag(countersSchema(model), 'The counters of the article.')],
    },
    'PUT /api/articles/:id/like': declareEndpoint('likeArticle', {
      summary: 'Like an article',
      answer: noContent('You like the article.'),
    }),
    'DELETE /api/articles/:id/like': declareEndpoint('unlikeArticle', {
      summary: 'Remove your like from an article',
      answer: noContent('You do not like the article.'),
    }),
  }
}

export const articleRoutes = perModel((model): readonly Route[] => {
  const parts = createArticleParts(model)
  const endpoints = {
    ...collectionEndpoints(parts),
    ...recordEndpoints(parts),
    ...counterEndpoints(model),
    ...scheduleEndpoints(parts, 'Schedule'),
  }
  return [
    ...createTypeRoutes(parts.type, withDescriptions(endpoints, DESCRIPTIONS)),
    ...revisionRoutes(parts, 'Restores the title, content, tags and excerpt. The status does not change.'),
  ]
})
