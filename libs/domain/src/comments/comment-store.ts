import type { CommentedArticle } from '../articles/article-facts.ts'
import type { ArticleId, CommentId } from '../rules/ids.ts'
import type { Comment, CommentOnArticle } from './comment.ts'

/** Port: stores comments. */
export interface CommentStore {
  nextId(): CommentId
  /** Null if there is no article with this id. */
  article(id: ArticleId): Promise<CommentedArticle | null>
  /**
   * Stores the comment unless `decide` refuses the article. The row of the article is locked: an article that another
   * request withdraws gets no more comments. With `seen`, the article as the caller has just read it, one statement
   * stores the comment if the article is unchanged. Null if there is no article with this id.
   */
  add(
    comment: Comment,
    decide: (article: CommentedArticle) => void,
    seen?: CommentedArticle,
  ): Promise<CommentOnArticle | null>
  get(id: CommentId): Promise<CommentOnArticle | null>
  change(
    id: CommentId,
    decide: (current: CommentOnArticle) => CommentOnArticle,
  ): Promise<CommentOnArticle | null>
  /** If more than 1,000 records link to the comment, readers do not see it until the worker has changed them (C15.15). */
  remove(id: CommentId, decide: (current: CommentOnArticle) => void): Promise<boolean>
}
