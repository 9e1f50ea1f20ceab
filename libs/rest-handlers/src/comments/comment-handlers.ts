import {
  articleId,
  commentId,
  countedComments,
  createComment,
  deleteComment,
  notFound,
  readComment,
  readKnownComment,
  updateComment,
  commentRules,
  type Comment,
  type CommentId,
  type CommentOnArticle,
  type Context,
} from '@content-service/domain'
import { receive } from '../body.ts'
import { checkedBy, tagWith, unlessStale, valueOr } from '../conditional.ts'
import type { Tag } from '../etag.ts'
import { empty, json, type RestHandler, type RestRequest, type RestResponse } from '../http.ts'
import { COUNT_LIMIT, answerPage, cacheFor, pageFrom, pageParameters, parametersOf } from '../paging.ts'
import { readHandler } from '../shape-handlers.ts'
import { markShown } from '../written.ts'
import { newCommentBody, patchedCommentBody } from './comment-schemas.ts'
import { COMMENT, commentEtag } from './present-comment.ts'

/** C5.5: oldest first. */
export const getComments: RestHandler = async (request, context, { id = '' }) => {
  const given = pageFrom(parametersOf(request.query, pageParameters), 'commentsConnection')
  const list = { on: articleId(id), window: given.window }
  const { rows, total } = await countedComments(context, list, COMMENT.select, COUNT_LIMIT + 1)
  return answerPage(request, given, { shown: rows.map(COMMENT.present), total }, cacheFor(context))
}

/** The comment that an operation has just written. */
const showComment = async (
  context: Context,
  comment: CommentOnArticle,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<RestResponse> => {
  const row = await readKnownComment(context, comment.id, COMMENT.select)
  if (row === null) throw notFound('comment')
  const response = json(status, COMMENT.present(row), { etag: commentEtag(row), ...headers })
  return markShown(context, response, 'comments:read', comment)
}

/** C4.7. An article's tag is no condition of what is said about it. */
export const postComment: RestHandler = async (request, context, { id: on = '' }) => {
  const body = receive(request, newCommentBody, commentRules)
  const { content } = valueOr(body, { content: '' })
  const comment = await createComment(context, articleId(on), content, () => void body.value())
  return showComment(context, comment, 201, { location: `/api/comments/${comment.id}` })
}

export const getComment = readHandler(
  'comment',
  COMMENT,
  (context, id, select) => readComment(context, commentId(id), select),
  commentEtag,
)

const commentTag = (request: RestRequest, context: Context, id: CommentId | null): Promise<Tag<Comment>> => {
  const before = async () => id && readKnownComment(context, id, { ...COMMENT.select, fields: ['id'] })
  return tagWith(request, before, commentEtag)
}

export const patchComment: RestHandler = async (request, context, { id: text = '' }) => {
  const id = commentId(text)
  const body = receive(request, patchedCommentBody, commentRules)
  const precondition = checkedBy(request, body, await commentTag(request, context, id))
  const changed = await updateComment(context, id, valueOr(body, {}).content, precondition)
  return showComment(context, changed, 200)
}

export const removeComment: RestHandler = async (request, context, { id: text = '' }) => {
  const id = commentId(text)
  await deleteComment(context, id, unlessStale(request, await commentTag(request, context, id)))
  return empty(204)
}
