import { Article, type Context, type Row } from '@content-service/domain'
import { findType, perModel } from '@content-service/domain/internal/model'
import { isAnonymous } from '@content-service/domain/internal/access'
import { PRIVATE_CACHE, PUBLIC_CACHE } from '../protocol/http.ts'
import { createCacheHeaders } from '../requests/paging.ts'
import { createRecordRepresentation } from '../records/record-representation.ts'
import { counterEndpoints } from '../records/counter-endpoints.ts'
import type { Parts } from '../records/record-parts.ts'
import { collectionEndpoints, createTypeRoutes, recordEndpoints } from '../records/record-routes.ts'
import { scheduleEndpoints } from '../records/schedule-endpoints.ts'
import { withDescriptions, type Route } from '../routing/route.ts'
import { parseArticleFilters } from './article-filters.ts'
import { articleListParameters, articleSchemas, commentCounter } from './article-schemas.ts'
import { draftRoutes } from '../records/drafts/draft-routes.ts'
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

export const articleRoutes = perModel((model): readonly Route[] => {
  const parts = createArticleParts(model)
  const endpoints = {
    ...collectionEndpoints(parts),
    ...recordEndpoints(parts),
    ...counterEndpoints(parts, commentCounter(model)),
    ...scheduleEndpoints(parts, 'Schedule'),
  }
  return [
    ...createTypeRoutes(parts.type, withDescriptions(endpoints, DESCRIPTIONS)),
    ...revisionRoutes(parts, 'Restores the title, content, tags and excerpt. The status does not change.'),
    ...draftRoutes(parts),
  ]
})
