import { checkChange } from '../model/types/check-change.ts'
import { authorizeOnAny, requireUser, requireCredential, type PolicyContext } from '../access/access.ts'
import { demand } from '../actions/requirement.ts'
import type { StoreContext, Clock } from '../context/context.ts'
import { notFound } from '../rules/errors.ts'
import { parseArticleId, parseCommentId, type ArticleId, type CommentId } from '../rules/ids.ts'
import { unconditional, type Precondition } from '../context/precondition.ts'
import { COMMENTING, PUBLISHED } from '../articles/article-actions.ts'
import { findType } from '../model/types/find-type.ts'
import { newRecord, withValues } from '../model/types/record-changes.ts'
import { checkNewRecord, refuseProblems, tellProblems } from '../records/check-record.ts'
import { declareRecordRead } from '../records/record-reading.ts'
import type { NewOf } from '../model/types/record-values.ts'
import { actOnRecord, changeRecord, takeInput } from '../operations/run-operation.ts'
import { declareTypeActions } from '../operations/type-actions.ts'
import { DELETING, UPDATING } from './comment-actions.ts'
import { commentList } from './comment-reading.ts'
import type { CommentedArticle } from '../articles/article-facts.ts'
import { Comment, type CommentOnArticle, type CommentText, type NewComment } from './comment.ts'

/** Refuses a caller who may comment on no article. @throws UNAUTHENTICATED, FORBIDDEN. */
const authorizeCommenting = (context: PolicyContext): void => {
  requireUser(context)
  authorizeOnAny(context, 'comments:write')
}

/** `createComment` (C4.7): on PUBLISHED articles only. */
export const createComment = async (
  context: StoreContext & Clock,
  on: ArticleId | null,
  given: NewComment,
  precondition: Precondition<CommentedArticle> = unconditional,
): Promise<CommentOnArticle> => {
  const authorId = requireUser(context)
  const article = on && (await context.stores.comments.article(on))
  if (article === null) throw notFound('article')
  demand(context, COMMENTING, article)
  precondition(article)
  const { comments } = context.stores
  const facts = { id: comments.nextId(), now: context.now(), creator: authorId }
  const type = findType(context.model, Comment)
  const comment = newRecord(type, { ...given, articleId: article.id }, facts)
  await checkNewRecord(context, type, comment)
  // The store decides on the locked row: the article may have been withdrawn since the read above.
  const refuseUnpublished = (locked: CommentedArticle) => demand(context, [PUBLISHED], locked)
  const added = await comments.add(comment, refuseUnpublished, article)
  if (added === null) throw notFound('article')
  return added
}

/** `updateComment` (C4.7): the author of a comment edits its text. A comment never moves to another article. */
export const updateComment = async (
  context: StoreContext & Clock,
  id: CommentId | null,
  change: CommentText,
  precondition: Precondition<CommentOnArticle>,
): Promise<CommentOnArticle> => {
  requireCredential(context)
  const type = findType(context.model, Comment)
  const { articleId: _article, ...rules } = type.changeRules
  const takeText = checkChange(type, change, rules)
  const decide = (current: CommentOnArticle) => {
    demand(context, UPDATING, current)
    precondition(current)
    const next = withValues(current, takeText(current), context.now())
    if (next !== current) refuseProblems(type, { record: next, previous: current })
    return next
  }
  const changed = id && (await tellProblems(context, type, () => context.stores.comments.change(id, decide)))
  if (!changed) throw notFound('comment')
  return changed
}

/**
 * `deleteComment` (C4.7): for the author of the comment, the article's owner, and holders of `comments:delete` on all
 * comments.
 */
export const deleteComment = async (
  context: StoreContext,
  id: CommentId | null,
  precondition: Precondition<CommentOnArticle>,
): Promise<void> => {
  requireCredential(context)
  const removed =
    id &&
    (await context.stores.comments.remove(id, (current) => {
      demand(context, DELETING, current)
      precondition(current)
    }))
  if (!removed) throw notFound('comment')
}

const resource = 'comments'
const shows = { permission: 'comments:read' } as const

/** The operations of comments, which may have more fields than `Comment`. */
export const declareCommentOperations = (type: typeof Comment) =>
  ({
    comment: declareRecordRead(type),
    comments: commentList,
    commentActions: declareTypeActions(resource, authorizeCommenting),
    createComment: takeInput(
      (context, { articleId, ...given }: NewOf<typeof Comment>, precondition) =>
        createComment(context, parseArticleId(articleId), given, precondition),
      { resource, access: 'comments:write', rules: () => type.rules, shows },
    ),
    updateComment: changeRecord(parseCommentId, updateComment, {
      resource,
      access: 'comments:write',
      rules: () => type.rules,
      shows,
    }),
    deleteComment: actOnRecord(parseCommentId, deleteComment, {
      resource,
      access: 'comments:delete',
      isConditional: true,
    }),
  }) as const
