import { where, type Condition } from '@content-service/authz'
import type { ModelContext } from '../visibility/read-context.ts'
import { accept } from '../rules/accept.ts'
import { filterByPermission } from '../access/access.ts'
import type { ArticleId, UserId } from '../rules/ids.ts'
import { contentRead } from '../model/operation.ts'
import type { ListOperation, ReadOperation } from '../operations/read-operations.ts'
import { allOf } from '../reading/reading.ts'
import type { ArticleStatus } from '../access/built-in-facts.ts'
import { NOTHING, filterListed, filterReadable } from '../visibility/visible-rows.ts'
import { endOfDay } from '../rules/time.ts'
import { createOrder, type Sorting } from '../reading/sort-order.ts'
import { declareRecordRead } from '../records/record-reading.ts'
import { normalizeTag } from '../rules/tags.ts'
import type { ArticleRow, Article } from './article.ts'
import { countsAsView } from './views.ts'

const article = where<ArticleRow>()

/** C5.6: the fields by which a list of articles can be sorted. */
export const ARTICLE_SORT_FIELDS = ['createdAt', 'updatedAt', 'title', 'views', 'likes'] as const

/** The filters and the order of a list of articles. */
export interface ArticleFilters extends Sorting {
  readonly status?: ArticleStatus | undefined
  readonly tag?: string | undefined
  /** Null for an id that no user can have (C2.1). */
  readonly ownerId?: UserId | null | undefined
  /** The UTC midnights that begin the first and the last day of the range; the range includes both days (C5.1). */
  readonly publishedAfter?: Date | undefined
  readonly publishedBefore?: Date | undefined
}

const filterRules = { tag: normalizeTag }

/** C3.5: a filter by the hidden owner does not find an article that shows the ghost as its owner. */
const filterByOwner = (id: UserId | null) =>
  id === null ? NOTHING : allOf(article.ownerId.eq(id), article.isOwnerDeleted.eq(false))

/** The condition on articles in one state: a comparison with a state is decided, so that a statement tests the rest alone. */
const decideState = (condition: Condition, status: ArticleStatus): Condition => {
  if (condition.op === 'and' || condition.op === 'or')
    return { op: condition.op, conditions: condition.conditions.map((each) => decideState(each, status)) }
  if (condition.op !== 'eq' || condition.attribute !== 'status') return condition
  return condition.value === status ? allOf() : NOTHING
}

/** C4.5: DELETED articles only if the filter names the state. */
const filterByState = (context: ModelContext, status: ArticleStatus | undefined): Condition =>
  status === undefined
    ? filterListed(context, 'articles')
    : allOf(
        article.status.eq(status),
        decideState(filterByPermission(context, 'articles:read') ?? NOTHING, status),
      )

const filterArticles = (context: ModelContext, list: ArticleFilters) =>
  allOf(
    filterByState(context, list.status),
    list.tag !== undefined && article.tags.contains(accept(filterRules, { tag: list.tag }).tag),
    list.ownerId !== undefined && filterByOwner(list.ownerId),
    list.publishedAfter !== undefined && article.publishedAt.gte(list.publishedAfter),
    list.publishedBefore !== undefined && article.publishedAt.lte(endOfDay(list.publishedBefore)),
  )

/** C4.5, C5.1: the list leaves out articles that the caller may not read. */
export const articleList: ListOperation<ArticleFilters> = {
  ...contentRead('articles'),
  kind: 'list',
  access: 'anyone',
  from: 'articles',
  list: (context, list) => {
    const { sortBy: _by, direction: _direction, ...filters } = list
    return {
      name: `articles ${JSON.stringify(filters)}`,
      where: filterArticles(context, list),
      orderBy: createOrder(ARTICLE_SORT_FIELDS, list),
    }
  },
}

/** `article(id)` (C4.5). C4.6 says whether the read counts as a view. */
export const declareArticleRead = (type: typeof Article): ReadOperation => ({
  ...declareRecordRead(type),
  readable: (context, { fields, ...select }) => ({
    from: 'articles',
    where: filterReadable(context, 'articles'),
    select: { ...select, fields: [...new Set([...fields, 'id', 'status', 'ownerId'])] },
    seen: ({ caller, viewed }, row) => {
      // The selection contains the id.
      if (countsAsView(caller.id, row)) viewed(row['id'] as ArticleId)
    },
  }),
})
