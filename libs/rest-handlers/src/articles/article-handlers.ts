import {
  isAnonymous,
  ARTICLE_SORT_FIELDS,
  ARTICLE_STATUSES,
  articleId,
  countArticles,
  deleteArticle,
  fullDate,
  InvalidValue,
  listArticles,
  notFound,
  readArticle,
  readProfile,
  SORT_DIRECTIONS,
  unconditional,
  userId,
  type ArticleList,
  type Context,
  type UserId,
} from '@content-service/domain'
import { isNotModified } from '../etag.ts'
import { empty, json, PRIVATE_CACHE, PUBLIC_CACHE, type RestHandler } from '../http.ts'
import { COUNT_LIMIT, listHeaders, pageFrom, parametersOf, wordFrom } from '../paging.ts'
import { RestError } from '../problem.ts'
import { ARTICLE_FIELDS, articleEtag, LISTED_FIELDS, OWNER, presentArticle } from './present-article.ts'

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

const PARAMETERS = [
  'page',
  'limit',
  'status',
  'tag',
  'owner',
  'sortBy',
  'direction',
  'publishedAfter',
  'publishedBefore',
] as const

/** The articles that the caller may read, without their content (C4.5, C6.3). */
export const listArticlesHandler: RestHandler = async (request, context) => {
  const { page, limit, ...given } = parametersOf(request.query, PARAMETERS)
  const paging = pageFrom({ ...(page !== undefined && { page }), ...(limit !== undefined && { limit }) })
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
  return json(200, rows.map(presentArticle), listHeaders(request.path, request.query, paging, total))
}

/** C6.10: what everybody may read, a shared cache may keep for a minute; it then answers reads that are not counted. */
const cachingOf = (context: Context, status: unknown) =>
  isAnonymous(context) && status === 'PUBLISHED' ? PUBLIC_CACHE : PRIVATE_CACHE

export const getArticle: RestHandler = async (request, context, { id = '' }) => {
  parametersOf(request.query, [])
  const row = await readArticle(context, articleId(id), { fields: ARTICLE_FIELDS, related: [OWNER] })
  if (row === null) throw notFound('article')
  const headers = { etag: articleEtag(row), ...cachingOf(context, row['status']) }
  return isNotModified(request, headers.etag) ? empty(304, headers) : json(200, presentArticle(row), headers)
}

/** Needs `articles:delete`: moves the article to DELETED (C4.3). */
export const removeArticle: RestHandler = async (_request, context, { id = '' }) => {
  await deleteArticle(context, articleId(id), unconditional)
  return empty(204)
}
