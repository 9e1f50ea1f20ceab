import {
  ARTICLE_SORT_FIELDS,
  ARTICLE_STATUSES,
  fullDate,
  InvalidValue,
  SORT_DIRECTIONS,
  parseUserId,
  type ArticleFilters,
  type UserId,
} from '@content-service/domain'
import { wordFrom } from '../paging.ts'
import { RestError } from '../problem.ts'
import type { articleListParameters } from './article-schemas.ts'

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
  return text === undefined ? undefined : parseUserId(text)
}

type Given = Readonly<Partial<Record<keyof typeof articleListParameters, string>>>

/** The filters and the order that the parameters of a list name (C4.5, C6.3). */
export const articleFilters = (given: Given): ArticleFilters => ({
  status: wordFrom(ARTICLE_STATUSES, given.status?.toUpperCase(), 'status'),
  tag: given.tag,
  ownerId: ownerFrom(given.ownerId, given.owner),
  sortBy: wordFrom(ARTICLE_SORT_FIELDS, given.sortBy, 'sortBy'),
  direction: wordFrom(SORT_DIRECTIONS, given.direction?.toUpperCase(), 'direction'),
  publishedAfter: dateFrom(given.publishedAfter, 'publishedAfter'),
  publishedBefore: dateFrom(given.publishedBefore, 'publishedBefore'),
})
