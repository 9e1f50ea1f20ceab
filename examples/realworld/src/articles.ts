import { type Condition, where } from '@content-service/authz'
import * as domain from '@content-service/domain'
import type { Request } from 'express'
import { Refusal, requireTexts } from './errors.ts'
import { readInput, type Route, type Routes } from './http.ts'
import { findProfile, hasCaller, selectCaller, selectProfile, showProfile } from './profiles.ts'

const article = where<{ id: string; slug: string; ownerId: number }>()

/** The published articles that satisfy one more condition. */
const listWhere = (more: Condition): domain.ListOperation<domain.ArticleFilters> => ({
  ...domain.articleList,
  list: async (context, filters) => {
    const listing = await domain.articleList.list(context, { ...filters, status: 'PUBLISHED' })
    return { ...listing, where: domain.allOf(listing.where, more) }
  },
})

const FIELDS = ['id', 'slug', 'title', 'excerpt', 'tags', 'likes', 'createdAt', 'updatedAt'] as const

const select = (context: domain.Context, fields: readonly string[]) => ({
  fields,
  related: [
    { as: 'author', relation: 'owner', select: selectProfile(context) },
    selectCaller(context, 'likedBy'),
  ],
})

const show = (row: domain.Row) => ({
  slug: row['slug'],
  title: row['title'],
  description: row['excerpt'],
  ...('content' in row && { body: row['content'] }),
  tagList: row['tags'],
  createdAt: row['createdAt'],
  updatedAt: row['updatedAt'] ?? row['createdAt'],
  favorited: hasCaller(row, 'likedBy'),
  favoritesCount: row['likes'],
  author: showProfile(row['author'] as domain.Row),
})

/** @throws Refusal if there is no published article of this name. */
export const findArticle = async (context: domain.Context, slug: unknown): Promise<domain.Row> => {
  const part = { filters: {}, window: { limit: 1, offset: 0 } }
  const selected = select(context, [...FIELDS, 'content'])
  const [row] = await domain.listRows(context, listWhere(article.slug.eq(String(slug))), part, selected)
  if (!row) throw new Refusal(404, { article: ['not found'] })
  return row
}

const readWindow = ({ query }: Request) => {
  const read = (name: string, otherwise: number, most: number): number => {
    const value = Number(query[name] ?? otherwise)
    if (!Number.isInteger(value) || value < 0 || value > most)
      throw new Refusal(422, { [name]: [`must be a whole number from 0 to ${most}`] })
    return value
  }
  return { limit: read('limit', 20, 100), offset: read('offset', 0, 100_000) }
}

const answerList = async (
  context: domain.Context,
  request: Request,
  more: Condition,
  filters: domain.ArticleFilters = {},
) => {
  const part = { filters, window: readWindow(request), atMost: domain.COUNT_LIMIT }
  const { rows, total } = await domain.countRows(context, listWhere(more), part, select(context, FIELDS))
  return { articles: rows.map(show), articlesCount: total }
}

/** The id of the user in a filter; undefined without a filter. No user has the id 0. */
const findFilterId = async (context: domain.Context, name: unknown): Promise<domain.UserId | undefined> =>
  typeof name === 'string' ? (((await findProfile(context, name))?.['id'] ?? 0) as domain.UserId) : undefined

const list: Route['run'] = async (context, request) => {
  const { tag, author, favorited } = request.query
  const fan = await findFilterId(context, favorited)
  const more = fan === undefined ? domain.allOf() : article.id.in(await domain.listLikedIds(context, fan))
  const ownerId = await findFilterId(context, author)
  return answerList(context, request, more, { ownerId, tag: typeof tag === 'string' ? tag : undefined })
}

const feed: Route['run'] = async (context, request) =>
  answerList(context, request, article.ownerId.in(await domain.listFollowedIds(context)))

const readTags = (tags: unknown): readonly string[] | undefined => {
  if (tags === undefined || (Array.isArray(tags) && tags.every((tag) => typeof tag === 'string'))) return tags
  throw new Refusal(422, { tagList: ['must be a list of texts'] })
}

const create: Route['run'] = async (context, request) => {
  const input = readInput(request, 'article')
  const { title = '', description, body } = requireTexts(input, ['title', 'description', 'body'])
  const text = { title, content: body, excerpt: description, tags: readTags(input['tagList']) ?? [] }
  const { slug } = await domain.createArticle(context, { ...text, status: 'PUBLISHED' } as never)
  return { article: show(await findArticle(context, slug)) }
}

const readOne: Route['run'] = async (context, { params: { slug } }) => ({
  article: show(await findArticle(context, slug)),
})

/** Answers with an article after a change. */
const answer =
  (
    change: (context: domain.Context, id: domain.ArticleId, request: Request) => Promise<unknown>,
  ): Route['run'] =>
  async (context, request) => {
    const { id } = await findArticle(context, request.params['slug'])
    await change(context, id as domain.ArticleId, request)
    return readOne(context, request)
  }

const update = answer((context, id, request) => {
  const input = readInput(request, 'article')
  const given = ['title', 'description', 'body'].filter((name) => input[name] !== undefined)
  const { title, description, body } = requireTexts(input, given)
  const change = { title, content: body, excerpt: description, tags: readTags(input['tagList']) }
  return domain.updateRecord(context, domain.Article, {
    id,
    change: change as never,
    precondition: domain.unconditional,
  })
})

const remove: Route['run'] = async (context, { params: { slug } }) => {
  const { id } = await findArticle(context, slug)
  await domain.deleteRecord(context, domain.Article, id as domain.ArticleId)
}

/** The tags of the newest articles. */
const listTags: Route['run'] = async (context) => {
  const part = { filters: {}, window: { limit: 1_000, offset: 0 } }
  const rows = await domain.listRows(context, listWhere(domain.allOf()), part, { fields: ['tags'] })
  return { tags: [...new Set(rows.flatMap(({ tags }) => tags as readonly string[]))] }
}

const about = 'article'

export const articleRoutes: Routes = {
  'get /articles': { about, isPublic: true, run: list },
  'get /articles/feed': { about, run: feed },
  'post /articles': { about, status: 201, run: create },
  'get /articles/:slug': { about, isPublic: true, run: readOne },
  'put /articles/:slug': { about, run: update },
  'delete /articles/:slug': { about, run: remove },
  'post /articles/:slug/favorite': {
    about,
    run: answer((context, id) => domain.likeRecord(context, domain.Article, id)),
  },
  'delete /articles/:slug/favorite': {
    about,
    run: answer((context, id) => domain.unlikeRecord(context, domain.Article, id)),
  },
  'get /tags': { about: 'tags', isPublic: true, run: listTags },
}
