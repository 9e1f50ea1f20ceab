import type { UserId } from '../rules/ids.ts'
import { contentRead } from '../model/operation.ts'
import type { ListOperation } from '../operations/read-operations.ts'
import { allOf, type ListInput } from '../reading/reading.ts'
import type { ArticleStatus } from '../access/built-in-facts.ts'
import { filterChosen } from '../visibility/lists/chosen-rows.ts'
import { listParts, parseList } from '../visibility/lists/list-input.ts'
import { endOfDay, timestamp } from '../rules/time.ts'
import { createOrder, type Sorting } from '../reading/sort-order.ts'

/** C5.6: the fields by which a list of articles can be sorted. */
export const ARTICLE_SORT_FIELDS = ['createdAt', 'updatedAt', 'title', 'views', 'likes'] as const

/** The filters and the order of a list of articles. */
export interface ArticleFilters extends Sorting, ListInput {
  readonly status?: ArticleStatus | undefined
  readonly tag?: string | undefined
  /** Null for an id that no user can have (C2.1). */
  readonly ownerId?: UserId | null | undefined
  /** The UTC midnights that begin the first and the last day of the range; the range includes both days (C5.1). */
  readonly publishedAfter?: Date | undefined
  readonly publishedBefore?: Date | undefined
}

/** The short forms of filters. */
const listShortForms = ({ status, tag, ownerId, publishedAfter, publishedBefore }: ArticleFilters) =>
  listParts({
    status: status && { status: { eq: status } },
    tag: tag !== undefined && { tags: { has: tag } },
    ownerId: ownerId !== undefined && { ownerId: { in: ownerId === null ? [] : [ownerId] } },
    publishedAfter: publishedAfter && { publishedAt: { gte: timestamp(publishedAfter) } },
    publishedBefore: publishedBefore && { publishedAt: { lte: timestamp(endOfDay(publishedBefore)) } },
  })

/** C4.5, C5.1: the list leaves out articles that the caller may not read. */
export const articleList: ListOperation<ArticleFilters> = {
  ...contentRead('articles'),
  kind: 'list',
  access: 'anyone',
  from: 'articles',
  list: (context, list) => {
    const { sortBy: _by, direction: _direction, where, orderBy, parts = [], ...filters } = list
    const short = listShortForms(list)
    const type = context.model.typeNamed('Article')
    const parsed = parseList(context, type, { where, orderBy, parts, short })
    return {
      name: `articles ${JSON.stringify(filters)}`,
      filter: { where, parts },
      where: allOf(
        filterChosen(context, type, { condition: parsed.where, parts: [{ where }, ...short, ...parts] }),
        parsed.where,
      ),
      orderBy: parsed.orderBy ?? createOrder(ARTICLE_SORT_FIELDS, list),
      cost: parsed.cost,
    }
  },
}
