import { Article, parseArticleId, likeArticle, readRecord, unlikeArticle } from '@content-service/domain'
import { createEmptyResponse, type RestHandler } from '../http.ts'
import { readHandler } from '../shape-handlers.ts'
import { createShape } from '../shape.ts'
import { countersSchema } from './article-schemas.ts'

/** C6.8: readers change the counters, so that they have an address of their own. To look at them is no view of the article. */
export const getCounters = readHandler('article', createShape(countersSchema), (context, id, select) =>
  readRecord(context, Article, parseArticleId(id), select),
)

/** C4.6: the caller's own like. Idempotent, both ways. */
export const putLike: RestHandler = async (_request, context, { id = '' }) => {
  await likeArticle(context, parseArticleId(id))
  return createEmptyResponse(204)
}

export const removeLike: RestHandler = async (_request, context, { id = '' }) => {
  await unlikeArticle(context, parseArticleId(id))
  return createEmptyResponse(204)
}
