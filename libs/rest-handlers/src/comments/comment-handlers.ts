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
import { answerRead, checkedBy, tagWith, unlessStale, valueOr } from '../conditional.ts'
import type { Tag } from '../etag.ts'
import { empty, json, type RestHandler, type RestRequest, type RestResponse } from '../http.ts'
import {
  COUNT_LIMIT,
  answerPage,
  cacheFor,
  NO_PARAMETERS,
  pageFrom,
  pageParameters,
  parametersOf,
} from '../paging.ts'
import { markShown } from '../written.ts'
import { newCommentBody, patchedCommentBody } from './comment-schemas.ts'
import { AUTHOR, commentEtag, presentComment, WHOLE_COMMENT } from './present-comment.ts'

/** C5.5: oldest first. */
export const getComments: RestHandler = async (request, context, { id = '' }) => {
  const given = pageFrom(parametersOf(request.query, pageParameters), 'commentsConnection')
  const list = { on: articleId(id), window: given.window }
  const { rows, total } = await countedComments(context, list, WHOLE_COMMENT, COUNT_LIMIT + 1)
  return answerPage(request, given, { shown: rows.map(presentComment), total }, cacheFor(context))
}

/** The comment that an operation has just written. */
const showComment = async (
  context: Context,
  comment: CommentOnArticle,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<RestResponse> => {
  const row = await readKnownComment(context, comment.id, WHOLE_COMMENT)
  if (row === null) throw notFound('comment')
  const response = json(status, presentComment(row), { etag: commentEtag(row), ...headers })
  return markShown(context, response, 'comments:read', comment)
}

/** C4.7. An article's tag is no condition of what is said about it. */
export const postComment: RestHandler = async (request, context, { id: on = '' }) => {
  const body = receive(request, newCommentBody, commentRules)
  const { content } = valueOr(body, { content: '' })
  const comment = await createComment(context, articleId(on), content, () => void body.value())
  return showComment(context, comment, 201, { location: `/api/comments/${comment.id}` })
}

export const getComment: RestHandler = async (request, context, { id = '' }) => {
  parametersOf(request.query, NO_PARAMETERS)
  const row = await readComment(context, commentId(id), WHOLE_COMMENT)
  if (row === null) throw notFound('comment')
  return answerRead(request, presentComment(row), { etag: commentEtag(row) })
}

const commentTag = (request: RestRequest, context: Context, id: CommentId | null): Promise<Tag<Comment>> => {
  const before = async () => id && readKnownComment(context, id, { fields: ['id'], related: [AUTHOR] })
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
