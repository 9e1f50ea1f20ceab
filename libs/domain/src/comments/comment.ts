import { accept, required } from '../accept.ts'
import type { ArticleStatus } from '../articles/publish-workflow.ts'
import type { ArticleId, CommentId, UserId } from '../ids.ts'
import { textOf } from '../text.ts'

export interface Comment {
  readonly id: CommentId
  readonly articleId: ArticleId
  readonly authorId: UserId
  readonly content: string
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly ref: string | null
  readonly version: number
}

/** A comment with what the policy asks about its article: who owns it, and whether it is to be read. */
export interface CommentOnArticle extends Comment {
  readonly articleOwnerId: UserId
  readonly articleStatus: ArticleStatus
}

/** C4.7: 1–10,000 characters. */
export const commentRules = { content: required(textOf(1, 10_000)) }

export const newComment = (
  content: string,
  as: {
    readonly id: CommentId
    readonly articleId: ArticleId
    readonly authorId: UserId
    readonly now: Date
  },
): Comment => ({
  id: as.id,
  articleId: as.articleId,
  authorId: as.authorId,
  ...accept(commentRules, { content }),
  createdAt: as.now,
  updatedAt: null,
  ref: null,
  version: 1,
})

export const rewordedComment = <C extends Comment>(current: C, content: string, now: Date): C => {
  const accepted = accept(commentRules, { content })
  return accepted.content === current.content
    ? current
    : { ...current, ...accepted, updatedAt: now, version: current.version + 1 }
}
