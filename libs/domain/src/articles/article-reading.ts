import { where } from '@content-service/authz'
import { accept } from '../accept.ts'
import { readable } from '../access.ts'
import type { Context } from '../context.ts'
import type { ArticleId, UserId } from '../ids.ts'
import type { SortDirection, Window } from '../page.ts'
import { allOf, type ArticleRow, type Order, type Row, type Selection } from '../reading.ts'
import { readOne, readShown, shownRows } from '../showing.ts'
import { storable } from '../text.ts'
import { endOfDay } from '../time.ts'
import { sortField } from '../users/user-reading.ts'
import type { ArticleStatus } from './publish-workflow.ts'
import { normalTag } from './tags.ts'
import { countsAsView } from './views.ts'

const article = where<ArticleRow>()

/** C5.6. */
export const ARTICLE_SORT_FIELDS = ['createdAt', 'updatedAt', 'title', 'views', 'likes'] as const

export interface ArticleList {
  readonly window: Window
  readonly sortBy?: string | undefined
  readonly direction?: SortDirection | undefined
  readonly status?: ArticleStatus | undefined
  readonly tag?: string | undefined
  readonly ownerId?: UserId | undefined
  /** The UTC midnights that begin the first and the last day, both inclusive (C5.1). */
  readonly publishedAfter?: Date | undefined
  readonly publishedBefore?: Date | undefined
}

const filterRules = { tag: (text: string) => normalTag(storable(text)) }

const matching = (context: Context, list: ArticleList) =>
  allOf(
    // C4.5: DELETED ones only when asked for by name.
    list.status === undefined ? shownRows(context, 'articles') : readable(context, 'articles:read'),
    list.status !== undefined && article.status.eq(list.status),
    list.tag !== undefined && article.tags.contains(accept(filterRules, { tag: list.tag }).tag),
    list.ownerId !== undefined && article.ownerId.eq(list.ownerId),
    list.publishedAfter !== undefined && article.publishedAt.gte(list.publishedAfter),
    list.publishedBefore !== undefined && article.publishedAt.lte(endOfDay(list.publishedBefore)),
  )

/** Newest first; ties by id, which is in the order of creation. */
export const NEWEST: readonly Order[] = [
  { by: 'createdAt', direction: 'DESC' },
  { by: 'id', direction: 'DESC' },
]

/** `articles` (C4.5, C5.1): what the caller may not read is left out. */
export const listArticles = async (
  context: Context,
  list: ArticleList,
  select: Selection,
): Promise<readonly Row[]> => {
  const by = sortField(ARTICLE_SORT_FIELDS, list.sortBy ?? 'createdAt')
  const direction = list.direction ?? 'DESC'
  if (readable(context, 'articles:read') === null) return []
  const orderBy = [
    { by, direction },
    { by: 'id', direction },
  ]
  return readShown(context, {
    from: 'articles',
    where: matching(context, list),
    orderBy,
    window: list.window,
    select,
  })
}

/** How many `articles` there are, counted no further than `atMost`. */
export const countArticles = async (context: Context, list: ArticleList, atMost: number): Promise<number> =>
  readable(context, 'articles:read') === null
    ? 0
    : context.stores.reader.count('articles', matching(context, list), atMost)

const read = (context: Context, id: ArticleId, select: Selection): Promise<Row | null> => {
  const allowed = readable(context, 'articles:read')
  return allowed === null
    ? Promise.resolve(null)
    : readOne(context, 'articles', allOf(article.id.eq(id), allowed), select)
}

/** `article(id)` (C4.5): null when it is not there or not to be read. Counts as a view where C4.6 says so. */
export const readArticle = async (
  context: Context,
  id: ArticleId | null,
  select: Selection,
): Promise<Row | null> => {
  if (id === null) return null
  const row = await read(context, id, {
    ...select,
    fields: [...new Set([...select.fields, 'status', 'ownerId'])],
  })
  if (row && countsAsView(context.caller.id, row)) context.viewed(id)
  return row
}

/** Whether the caller may read it; to ask is no view. */
export const isReadableArticle = async (context: Context, id: ArticleId): Promise<boolean> =>
  (await read(context, id, { fields: ['id'] })) !== null

/** What is counted of an article that the caller may read; to look at it is no view (C6.8). */
export const readCounters = async (
  context: Context,
  id: ArticleId | null,
  select: Selection,
): Promise<Row | null> => (id === null ? null : read(context, id, select))

/** An article that an operation has let the caller have already, such as the one it has just written. */
export const readKnownArticle = (context: Context, id: ArticleId, select: Selection): Promise<Row | null> =>
  readOne(context, 'articles', article.id.eq(id), select)
