import type { ArticleId, CommentId } from '../ids.ts'
import type { ArticleStatus } from '../articles/publish-workflow.ts'
import type { Comment, CommentOnArticle } from './comment.ts'

/** Port: stores comments. */
export interface CommentStore {
  nextId(): CommentId
  /**
   * Stores the comment unless `decide` refuses the article. The row of the article is locked: an article that another
   * request withdraws gets no more comments. Null if there is no article with this id.
   */
  add(
    comment: Comment,
    decide: (article: { readonly id: ArticleId; readonly status: ArticleStatus }) => void,
  ): Promise<CommentOnArticle | null>
  get(id: CommentId): Promise<CommentOnArticle | null>
  change(
    id: CommentId,
    decide: (current: CommentOnArticle) => CommentOnArticle,
  ): Promise<CommentOnArticle | null>
  remove(id: CommentId, decide: (current: CommentOnArticle) => void): Promise<boolean>
}
