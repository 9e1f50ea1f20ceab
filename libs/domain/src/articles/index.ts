export { ARTICLE_SORT_FIELDS } from './article-reading.ts'
export type { ArticleEdit, ArticleStore } from './article-store.ts'
export { type ArticleRow, createNextArticle, moveArticle, rewriteArticle } from './article.ts'
export { deriveExcerpt } from './excerpt.ts'
