export { OLDEST } from './comment-reading.ts'
export type { CommentedArticle, CommentStore } from './comment-store.ts'
export { toArticleFacts, type CommentOnArticle } from './comment.ts'
