export { ARTICLE_SORT_FIELDS } from './article-reading.ts'
export type { ArticleRow } from './article.ts'
export { deriveExcerpt } from './excerpt.ts'
