export { restoreRevision } from './article-operations.ts'
export { ARTICLE_SORT_FIELDS, declareArticleRead } from './article-reading.ts'
export type { ArticleEdit, ArticleStore } from './article-store.ts'
export {
  type ArticleRow,
  createNextArticle,
  hasDifferentText,
  moveArticle,
  rewriteArticle,
} from './article.ts'
export { deriveExcerpt } from './excerpt.ts'
export { readRevision } from './revision-reading.ts'
export { createRevision, measureText, MOST_REVISION_BYTES, type Revision } from './revision.ts'
export { ViewCounter } from './views.ts'
