import type { ArticleId, UserId } from '../rules/ids.ts'

/** A user who likes an article (C4.6). */
export interface Like {
  readonly userId: UserId
  readonly articleId: ArticleId
  readonly createdAt: Date
}
