import { articleId, likeArticle, readUncounted, unlikeArticle } from '@content-service/domain'
import { empty, type RestHandler } from '../http.ts'
import { readHandler } from '../shape-handlers.ts'
import { COUNTERS } from './present-article.ts'

/** C6.8: what every reader moves has an address of its own. To look at it is not to read the article. */
export const getCounters = readHandler('article', COUNTERS, (context, id, select) =>
  readUncounted(context, articleId(id), select),
)

/** C4.6: the caller's own like. Idempotent, both ways. */
export const putLike: RestHandler = async (_request, context, { id = '' }) => {
  await likeArticle(context, articleId(id))
  return empty(204)
}

export const removeLike: RestHandler = async (_request, context, { id = '' }) => {
  await unlikeArticle(context, articleId(id))
  return empty(204)
}
