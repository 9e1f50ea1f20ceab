export { OLDEST } from './comment-reading.ts'
export { toArticleFacts, type CommentedArticle } from '../articles/article-facts.ts'
export type { CommentStore } from './comment-store.ts'
export type { CommentOnArticle } from './comment.ts'
