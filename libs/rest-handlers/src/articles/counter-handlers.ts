import { articleId, likeArticle, notFound, readUncounted, unlikeArticle } from '@content-service/domain'
import { answerRead } from '../conditional.ts'
import { contentTag } from '../etag.ts'
import { empty, type RestHandler } from '../http.ts'
import { NO_PARAMETERS, parametersOf } from '../paging.ts'
import { COUNTERS, presentCounters } from './present-article.ts'

/** C6.8: what every reader moves has an address of its own. To look at it is not to read the article. */
export const getCounters: RestHandler = async (request, context, { id = '' }) => {
  parametersOf(request.query, NO_PARAMETERS)
  const row = await readUncounted(context, articleId(id), { fields: COUNTERS })
  if (row === null) throw notFound('article')
  const counters = presentCounters(row)
  return answerRead(request, counters, { etag: contentTag(counters) })
}

/** C4.6: the caller's own like. Idempotent, both ways. */
export const putLike: RestHandler = async (_request, context, { id = '' }) => {
  await likeArticle(context, articleId(id))
  return empty(204)
}

export const removeLike: RestHandler = async (_request, context, { id = '' }) => {
  await unlikeArticle(context, articleId(id))
  return empty(204)
}
