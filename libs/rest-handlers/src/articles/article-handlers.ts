import {
  articleId,
  authorizeCreatingArticle,
  createArticle,
  deleteArticle,
  notFound,
  readArticle,
  updateArticle,
  articleRules,
} from '@content-service/domain'
import { receive } from '../body.ts'
import { answerRead, checkedBy, unlessStale, valueOr } from '../conditional.ts'
import { empty, type RestHandler } from '../http.ts'
import { NO_PARAMETERS, parametersOf } from '../paging.ts'
import { newArticleBody, patchedArticleBody } from './article-schemas.ts'
import { ARTICLE } from './present-article.ts'
import { articleHeaders, articleTag, showArticle } from './show-article.ts'

export const getArticle: RestHandler = async (request, context, { id = '' }) => {
  parametersOf(request.query, NO_PARAMETERS)
  const row = await readArticle(context, articleId(id), ARTICLE.select)
  if (row === null) throw notFound('article')
  return answerRead(request, ARTICLE.present(row), articleHeaders(context, row))
}

/** C2.1: the domain takes the id of a user as the typed interface writes it. */
const withTextId = <Given extends { readonly authorId?: string | number }>({ authorId, ...rest }: Given) => ({
  ...rest,
  ...(authorId !== undefined && { authorId: String(authorId) }),
})

export const postArticle: RestHandler = async (request, context) => {
  const body = receive(request, newArticleBody, articleRules)
  authorizeCreatingArticle(context, withTextId(body.asked()))
  const article = await createArticle(context, withTextId(body.value()))
  return showArticle(context, article, 201, { location: `/api/articles/${article.id}` })
}

export const patchArticle: RestHandler = async (request, context, { id: text = '' }) => {
  const id = articleId(text)
  const body = receive(request, patchedArticleBody, articleRules)
  const precondition = checkedBy(request, body, await articleTag(request, context, id))
  const changed = await updateArticle(context, id, valueOr(body, {}), precondition)
  return showArticle(context, changed)
}

/** Moves the article to DELETED (C4.3). */
export const removeArticle: RestHandler = async (request, context, { id: text = '' }) => {
  const id = articleId(text)
  await deleteArticle(context, id, unlessStale(request, await articleTag(request, context, id)))
  return empty(204)
}
