export { ARTICLE_SORT_FIELDS, declareArticleRead } from './article-reading.ts'
export type { ArticleEdit, ArticleStore } from './article-store.ts'
export {
  type ArticleRow,
  createNextArticle,
  moveArticle,
  NO_SCHEDULE,
  rewriteArticle,
  setSchedule,
} from './article.ts'
export { deriveExcerpt } from './excerpt.ts'
export { ViewCounter } from './views.ts'
