import { randomInt } from 'node:crypto'
import { where } from '@content-service/authz'
import * as domain from '@content-service/domain'
import { findArticle } from './articles.ts'
import { requireTexts } from './errors.ts'
import { readInput, type Route, type Routes } from './http.ts'
import { selectProfile, showProfile } from './profiles.ts'

const comment = where<{ number: number }>()

const LARGEST = 2_147_483_647

const show = (row: domain.Row) => ({
  id: row['number'],
  body: row['content'],
  createdAt: row['createdAt'],
  updatedAt: row['updatedAt'] ?? row['createdAt'],
  author: showProfile(row['author'] as domain.Row),
})

type Comments = domain.ListOperation<{ readonly id: string }>

const numbered = (number: number): Comments => ({
  ...domain.commentList,
  list: async (context, filters) => {
    const listing = await domain.commentList.list(context, filters)
    return { ...listing, where: domain.allOf(listing.where, comment.number.eq(number)) }
  },
})

const readComments = (
  context: domain.Context,
  article: domain.Row,
  of: Comments = domain.commentList,
): Promise<readonly domain.Row[]> => {
  const part = { filters: { id: String(article['id']) }, window: { limit: 1_000, offset: 0 } }
  const fields = ['id', 'number', 'content', 'createdAt', 'updatedAt']
  const author = { as: 'author', relation: 'author', select: selectProfile(context) }
  return domain.listRows(context, of, part, { fields, related: [author] })
}

const list: Route['run'] = async (context, request) => {
  const rows = await readComments(context, await findArticle(context, request.params['slug']))
  return { comments: rows.filter(({ number }) => number !== null).map(show) }
}

const create: Route['run'] = async (context, request) => {
  const article = await findArticle(context, request.params['slug'])
  const { body } = requireTexts(readInput(request, 'comment'), ['body'])
  const given = { content: body ?? '', number: randomInt(1, LARGEST) }
  await domain.createComment(context, article['id'] as domain.ArticleId, given)
  const [row = {}] = await readComments(context, article, numbered(given.number))
  return { comment: show(row) }
}

const remove: Route['run'] = async (context, request) => {
  const article = await findArticle(context, request.params['slug'])
  const number = Number(request.params['id'])
  const isNumber = Number.isInteger(number) && number > 0 && number <= LARGEST
  const [row] = isNumber ? await readComments(context, article, numbered(number)) : []
  if (!row) throw domain.notFound('comment')
  await domain.deleteComment(context, row['id'] as domain.CommentId, domain.unconditional)
}

export const commentRoutes: Routes = {
  'get /articles/:slug/comments': { about: 'article', isPublic: true, run: list },
  'post /articles/:slug/comments': { about: 'article', status: 201, run: create },
  'delete /articles/:slug/comments/:id': { about: 'comment', run: remove },
}
