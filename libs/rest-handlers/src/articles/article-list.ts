import {
  ARTICLE_SORT_FIELDS,
  ARTICLE_STATUSES,
  countArticles,
  fullDate,
  InvalidValue,
  listArticles,
  readProfile,
  SORT_DIRECTIONS,
  userId,
  type ArticleList,
  type Context,
  type UserId,
} from '@content-service/domain'
import type { RestHandler } from '../http.ts'
import { answerPage, cacheFor, COUNT_LIMIT, pageFrom, parametersOf, wordFrom } from '../paging.ts'
import { RestError } from '../problem.ts'
import { articleListParameters } from './article-schemas.ts'
import { LISTED_FIELDS, OWNER, presentArticle } from './present-article.ts'

const dateFrom = (text: string | undefined, name: string): Date | undefined => {
  try {
    return text === undefined ? undefined : fullDate(text)
  } catch (error) {
    if (error instanceof InvalidValue)
      throw new RestError('BAD_REQUEST', `The parameter ${name} ${error.message}.`)
    throw error
  }
}

/** The owner whose articles are asked for; null when the caller may see nobody of that id. */
const ownerFrom = async (context: Context, text: string | undefined): Promise<UserId | null | undefined> => {
  if (text === undefined) return undefined
  const id = userId(text)
  return (await readProfile(context, id, { fields: ['id'] })) === null ? null : id
}

/** The articles that the caller may read, without their content (C4.5, C6.3). */
export const getArticles: RestHandler = async (request, context) => {
  const { page, limit, ...given } = parametersOf(request.query, articleListParameters)
  const paging = pageFrom(
    { ...(page !== undefined && { page }), ...(limit !== undefined && { limit }) },
    'articlesConnection',
  )
  const ownerId = await ownerFrom(context, given.owner)
  const list: ArticleList = {
    window: paging.window,
    status: wordFrom(ARTICLE_STATUSES, given.status?.toUpperCase(), 'status'),
    tag: given.tag,
    ownerId: ownerId ?? undefined,
    sortBy: wordFrom(ARTICLE_SORT_FIELDS, given.sortBy, 'sortBy'),
    direction: wordFrom(SORT_DIRECTIONS, given.direction?.toUpperCase(), 'direction'),
    publishedAfter: dateFrom(given.publishedAfter, 'publishedAfter'),
    publishedBefore: dateFrom(given.publishedBefore, 'publishedBefore'),
  }
  const isEmpty = ownerId === null
  const rows = isEmpty ? [] : await listArticles(context, list, { fields: LISTED_FIELDS, related: [OWNER] })
  const total = isEmpty ? 0 : await countArticles(context, list, COUNT_LIMIT + 1)
  return answerPage(request, paging, { shown: rows.map(presentArticle), total }, cacheFor(context))
}
