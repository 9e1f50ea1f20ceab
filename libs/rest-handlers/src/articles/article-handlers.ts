import { articleId, deleteArticle, unconditional } from '@content-service/domain'
import { empty, type RestHandler } from '../http.ts'

/** Needs `articles:delete`: moves the article to DELETED (C4.3). */
export const removeArticle: RestHandler = async (_request, context, { id = '' }) => {
  await deleteArticle(context, articleId(id), unconditional)
  return empty(204)
}
