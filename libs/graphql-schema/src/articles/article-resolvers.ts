import {
  parseArticleId,
  atVersion,
  connectArticles,
  createArticle,
  deleteArticle,
  likeArticle,
  listArticles,
  readArticle,
  readWritten,
  restoreRevision,
  parseRevisionId,
  scheduleArticle,
  unconditional,
  unlikeArticle,
  unscheduleArticle,
  updateArticle,
  parseUserId,
  type ArticleId,
  type Context,
  type SortDirection,
} from '@content-service/domain'
import type { GraphQLResolveInfo } from 'graphql'
import { withPathPrefix, removeNulls } from '../input-errors.ts'
import { isWritten, parseWindow } from '../paging.ts'
import { parsePage, selectNodes } from '../reading/connections.ts'
import { readSelection } from '../reading/plans.ts'
import { requireRow } from '../reading/require-row.ts'
import type { MutationResolvers, QueryResolvers } from '../resolver-types.ts'

const SORT_FIELDS = {
  TITLE: 'title',
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
  VIEWS: 'views',
  LIKES: 'likes',
} as const

type SortField = keyof typeof SORT_FIELDS

/** Null is as if absent (C5.1). */
const createOrder = (sortBy: SortField | null | undefined, direction: SortDirection | null | undefined) => ({
  sortBy: sortBy ? SORT_FIELDS[sortBy] : undefined,
  direction: direction ?? undefined,
})

/** C2.1: an id that can name nobody is nobody's. */
const parseOwner = (id: string | null | undefined) =>
  typeof id === 'string' ? { ownerId: parseUserId(id) } : {}

const show = (context: Context, id: ArticleId, info: GraphQLResolveInfo) =>
  requireRow(readWritten(context, 'articles', id, readSelection('Article', info)))

export const articleQueries = {
  article: (_, { id }, context, info) =>
    readArticle(context, parseArticleId(id), readSelection('Article', info)),
  articles: (_, { pagination, sortBy, direction, ownerId, ...filters }, context, info) => {
    const own = createOrder(sortBy, direction)
    const order = {
      sortBy: isWritten('sortBy', info) ? own.sortBy : (pagination?.sortBy ?? own.sortBy),
      direction: isWritten('direction', info) ? own.direction : (pagination?.direction ?? own.direction),
    }
    return listArticles(
      context,
      { window: parseWindow(info, pagination), ...removeNulls(filters), ...parseOwner(ownerId), ...order },
      readSelection('Article', info),
    )
  },
  articlesConnection: (_, { first, after, sortBy, direction, ownerId, ...filters }, context, info) =>
    connectArticles(
      context,
      { ...removeNulls(filters), ...parseOwner(ownerId), ...createOrder(sortBy, direction) },
      parsePage({ first, after }),
      selectNodes('Article', info),
    ),
} satisfies Partial<QueryResolvers>

export const articleMutations = {
  createArticle: async (_, { input }, context, info) => {
    const create = () => createArticle(context, removeNulls(input))
    return show(context, (await withPathPrefix(['input'], create)).id, info)
  },
  updateArticle: async (_, { input: { id, version, ...change } }, context, info) => {
    const update = () => updateArticle(context, parseArticleId(id), change, atVersion(version))
    return show(context, (await withPathPrefix(['input'], update)).id, info)
  },
  deleteArticle: async (_, { id }, context) => {
    await deleteArticle(context, parseArticleId(id), unconditional)
    return true
  },
  likeArticle: async (_, { id }, context, info) =>
    show(context, await likeArticle(context, parseArticleId(id)), info),
  unlikeArticle: async (_, { id }, context, info) =>
    show(context, await unlikeArticle(context, parseArticleId(id)), info),
  scheduleArticle: async (_, { id, publishAt }, context, info) =>
    show(context, (await scheduleArticle(context, parseArticleId(id), publishAt)).id, info),
  restoreRevision: async (_, { id }, context, info) =>
    show(context, (await restoreRevision(context, parseRevisionId(id))).id, info),
  unscheduleArticle: async (_, { id }, context, info) =>
    show(context, (await unscheduleArticle(context, parseArticleId(id))).id, info),
} satisfies Partial<MutationResolvers>
