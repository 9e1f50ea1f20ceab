import type { ArticleId, CommentId } from '../ids.ts'
import type { ArticleStatus } from '../articles/publish-workflow.ts'
import type { Comment, CommentOnArticle } from './comment.ts'

/** Port: where comments are kept. */
export interface CommentStore {
  nextId(): CommentId
  /**
   * Stores the comment unless `decide` refuses the article, whose row is held meanwhile: an article that is
   * being withdrawn gets no more comments. Null when there is no such article.
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
