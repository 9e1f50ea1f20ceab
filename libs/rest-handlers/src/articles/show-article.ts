import {
  isAnonymous,
  notFound,
  readKnownArticle,
  type Article,
  type ArticleId,
  type Context,
  type Row,
} from '@content-service/domain'
import { tagWith } from '../conditional.ts'
import type { Tag } from '../etag.ts'
import { json, PRIVATE_CACHE, PUBLIC_CACHE, type RestRequest, type RestResponse } from '../http.ts'
import { markShown } from '../written.ts'
import { ARTICLE, articleEtag } from './present-article.ts'

/** C6.10: what everybody may read, a shared cache may keep for a minute; it then answers reads that are not counted. */
export const articleHeaders = (context: Context, row: Row) => ({
  etag: articleEtag(row),
  ...(isAnonymous(context) && row['status'] === 'PUBLISHED' ? PUBLIC_CACHE : PRIVATE_CACHE),
})

/** The article that an operation has just written. */
export const showArticle = async (
  context: Context,
  article: Article,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Promise<RestResponse> => {
  const row = await readKnownArticle(context, article.id, ARTICLE.select)
  if (row === null) throw notFound('article')
  const response = json(status, ARTICLE.present(row), { ...articleHeaders(context, row), ...headers })
  return markShown(context, response, 'articles:read', article)
}

/** The same as the answer of an address below the article's own (RFC 9110 §8.7). */
export const showArticleFromBelow = (context: Context, article: Article): Promise<RestResponse> =>
  showArticle(context, article, 200, { 'content-location': `/api/articles/${article.id}` })

export const articleTag = (
  request: RestRequest,
  context: Context,
  id: ArticleId | null,
): Promise<Tag<Article>> => {
  const before = async () => id && readKnownArticle(context, id, { ...ARTICLE.select, fields: ['id'] })
  return tagWith(request, before, articleEtag)
}
