import {
  ARTICLE_SORT_FIELDS,
  ARTICLE_STATUSES,
  countArticles,
  fullDate,
  InvalidValue,
  listArticles,
  SORT_DIRECTIONS,
  userId,
  type ArticleList,
  type UserId,
} from '@content-service/domain'
import type { RestHandler } from '../http.ts'
import { answerPage, cacheFor, COUNT_LIMIT, pageFrom, parametersOf, wordFrom } from '../paging.ts'
import { RestError } from '../problem.ts'
import { articleListParameters } from './article-schemas.ts'
import { LISTED_ARTICLE } from './present-article.ts'

const dateFrom = (text: string | undefined, name: string): Date | undefined => {
  try {
    return text === undefined ? undefined : fullDate(text)
  } catch (error) {
    if (error instanceof InvalidValue)
      throw new RestError('BAD_REQUEST', `The parameter ${name} ${error.message}.`)
    throw error
  }
}

/** The owner whose articles are asked for, by the name of now or the earlier one; null for an id that can name nobody. */
const ownerFrom = (ownerId: string | undefined, owner: string | undefined): UserId | null | undefined => {
  if (ownerId !== undefined && owner !== undefined)
    throw new RestError(
      'BAD_REQUEST',
      'The parameter owner is the earlier name of ownerId. Send only ownerId.',
    )
  const text = ownerId ?? owner
  return text === undefined ? undefined : userId(text)
}

/** The articles that the caller may read, without their content (C4.5, C6.3). */
export const getArticles: RestHandler = async (request, context) => {
  const { page, limit, ...given } = parametersOf(request.query, articleListParameters)
  const paging = pageFrom(
    { ...(page !== undefined && { page }), ...(limit !== undefined && { limit }) },
    'articlesConnection',
  )
  const list: ArticleList = {
    window: paging.window,
    status: wordFrom(ARTICLE_STATUSES, given.status?.toUpperCase(), 'status'),
    tag: given.tag,
    ownerId: ownerFrom(given.ownerId, given.owner),
    sortBy: wordFrom(ARTICLE_SORT_FIELDS, given.sortBy, 'sortBy'),
    direction: wordFrom(SORT_DIRECTIONS, given.direction?.toUpperCase(), 'direction'),
    publishedAfter: dateFrom(given.publishedAfter, 'publishedAfter'),
    publishedBefore: dateFrom(given.publishedBefore, 'publishedBefore'),
  }
  const rows = await listArticles(context, list, LISTED_ARTICLE.select)
  const total = await countArticles(context, list, COUNT_LIMIT + 1)
  return answerPage(request, paging, { shown: rows.map(LISTED_ARTICLE.present), total }, cacheFor(context))
}
