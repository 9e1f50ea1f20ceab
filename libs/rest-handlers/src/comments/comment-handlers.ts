import {
  parseArticleId,
  Comment,
  listCountedComments,
  createComment,
  deleteComment,
  findType,
  perModel,
  updateComment,
  type Context,
  type CommentId,
  type CommentOnArticle,
  type Precondition,
} from '@content-service/domain'
import { receive } from '../body.ts'
import { getValueOr } from '../conditional.ts'
import type { RestHandler } from '../http.ts'
import {
  answerPage,
  createCacheHeaders,
  COUNT_LIMIT,
  parsePage,
  pageParameters,
  readParameters,
} from '../paging.ts'
import { RecordHandlers, type Update } from '../records/record-handlers.ts'
import type { Parts } from '../records/record-routes.ts'
import { newBody, patchBody, recordSchemas } from '../records/record-schemas.ts'

class CommentHandlers extends RecordHandlers {
  /** C5.5: the comments on an article, oldest first. */
  override readonly list: RestHandler = async (request, context, { id = '' }) => {
    const given = parsePage(readParameters(request.query, pageParameters), 'commentsConnection')
    const list = { on: parseArticleId(id), window: given.window }
    const { select, present } = this.view.shape
    const { rows, total } = await listCountedComments(context, list, select, COUNT_LIMIT + 1)
    return answerPage(request, given, { shown: rows.map(present), total }, createCacheHeaders(context))
  }

  /** C4.7. The tag of the article is no condition for a comment. */
  override readonly post: RestHandler = async (request, context, { id: on = '' }) => {
    const body = receive(request, this.schemas.newBody, this.rules)
    const given = { content: '', ...getValueOr(body, {}) }
    const comment = await createComment(context, parseArticleId(on), given, () => void body.value())
    return this.view.showWritten(context, comment, { status: 201, location: `/api/comments/${comment.id}` })
  }

  protected override update(
    context: Context,
    { id, change, precondition }: Update,
  ): Promise<CommentOnArticle> {
    return updateComment(context, id as CommentId | null, change, precondition as never)
  }

  protected override delete(
    context: Context,
    id: CommentId | null,
    precondition: Precondition<CommentOnArticle>,
  ): Promise<void> {
    return deleteComment(context, id, precondition)
  }
}

/** The article of a comment never changes, so that no body has it. */
export const commentParts = perModel((model): Parts => {
  const type = findType(model, Comment)
  const { articleId: _article, ...inputs } = type.inputs
  const bodies = { newBody: newBody({ ...type, inputs }), patchBody: patchBody({ ...type, inputs }) }
  const schemas = { ...recordSchemas(model, type), ...bodies }
  return { type, schemas, handlers: new CommentHandlers(type, schemas) }
})
