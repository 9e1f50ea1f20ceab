import { authorize, may, signedIn } from '../access.ts'
import type { Context } from '../context.ts'
import { ContentError, notFound } from '../errors.ts'
import type { ArticleId, CommentId } from '../ids.ts'
import type { Precondition } from '../precondition.ts'
import { authorizeOnPublished } from '../articles/article-operations.ts'
import { newComment, rewordedComment, type CommentOnArticle } from './comment.ts'

/** `createComment` (C4.7): on PUBLISHED articles only. */
export const createComment = async (
  context: Context,
  on: ArticleId | null,
  content: string,
): Promise<CommentOnArticle> => {
  const authorId = signedIn(context)
  const article = authorizeOnPublished(context, on && (await context.stores.articles.get(on)))
  authorize(context, 'comments:write', {
    authorId,
    articleOwnerId: article.ownerId,
    articleStatus: article.status,
  })
  const { comments } = context.stores
  const comment = newComment(content, {
    id: comments.nextId(),
    articleId: article.id,
    authorId,
    now: context.now(),
  })
  const added = await comments.add(comment, refuseWithdrawn)
  if (added === null) throw notFound('article')
  return added
}

/** The article may have been withdrawn since it was read. */
const refuseWithdrawn = ({ status }: { readonly status: string }): void => {
  if (status !== 'PUBLISHED')
    throw new ContentError('CONFLICT', `This article has become ${status} meanwhile.`)
}

/** `updateComment` (C4.7): its author's to edit. */
export const updateComment = async (
  context: Context,
  id: CommentId | null,
  content: string,
  precondition: Precondition<CommentOnArticle>,
): Promise<CommentOnArticle> => {
  signedIn(context)
  const changed =
    id &&
    (await context.stores.comments.change(id, (current) => {
      if (!may(context, 'comments:read', current)) throw notFound('comment')
      authorize(context, 'comments:write', current)
      precondition(current)
      return rewordedComment(current, content, context.now())
    }))
  if (!changed) throw notFound('comment')
  return changed
}

/** `deleteComment` (C4.7): its author's, the article's owner's, and whoever holds `comments:delete` on all. */
export const deleteComment = async (
  context: Context,
  id: CommentId | null,
  precondition: Precondition<CommentOnArticle>,
): Promise<void> => {
  signedIn(context)
  const removed =
    id &&
    (await context.stores.comments.remove(id, (current) => {
      if (!may(context, 'comments:read', current)) throw notFound('comment')
      authorize(context, 'comments:delete', current)
      precondition(current)
    }))
  if (!removed) throw notFound('comment')
}
