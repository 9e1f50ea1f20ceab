import { type ArticleFilters, type UserId } from '@content-service/domain'
import { ARTICLE_SORT_FIELDS } from '@content-service/domain/internal/articles'
import { ARTICLE_STATUSES } from '@content-service/domain/internal/access'
import { fullDate, InvalidValue, parseUserId } from '@content-service/domain/internal/rules'
import { parseWord } from '../requests/paging.ts'
import { RestError } from '../protocol/problem.ts'
import { parseSorting } from '../requests/sorting.ts'
import type { articleListParameters } from './article-schemas.ts'

const parseDateParameter = (text: string | undefined, name: string): Date | undefined => {
  try {
    return text === undefined ? undefined : fullDate(text)
  } catch (error) {
    if (error instanceof InvalidValue)
      throw new RestError('BAD_REQUEST', `The parameter ${name} ${error.message}.`)
    throw error
  }
}

/**
 * The owner of the requested articles, by the current or the earlier parameter; null for an id that no user can have.
 */
const parseOwner = (ownerId: string | undefined, owner: string | undefined): UserId | null | undefined => {
  if (ownerId !== undefined && owner !== undefined)
    throw new RestError(
      'BAD_REQUEST',
      'The parameter owner is the earlier name of ownerId. Send only ownerId.',
    )
  const text = ownerId ?? owner
  return text === undefined ? undefined : parseUserId(text)
}

type FilterTexts = Readonly<Partial<Record<keyof typeof articleListParameters, string>>>

/** The filters and the order that the parameters of a list name (C4.5, C6.3). */
export const parseArticleFilters = (given: FilterTexts): ArticleFilters => ({
  status: parseWord(ARTICLE_STATUSES, given.status, 'status'),
  tag: given.tag,
  ownerId: parseOwner(given.ownerId, given.owner),
  ...parseSorting(ARTICLE_SORT_FIELDS, given),
  publishedAfter: parseDateParameter(given.publishedAfter, 'publishedAfter'),
  publishedBefore: parseDateParameter(given.publishedBefore, 'publishedBefore'),
})
