import type { Row } from '@content-service/domain'
import { etagOf } from '../etag.ts'
import { createShape } from '../shape.ts'
import { articleSchema, countersSchema, listedArticleSchema } from './article-schemas.ts'

export const LISTED_ARTICLE = createShape(listedArticleSchema)
export const ARTICLE = createShape(articleSchema)
/** C6.8: readers change the counters, so that they have an address of their own. */
export const COUNTERS = createShape(countersSchema)

export const articleEtag = (row: Row): string => etagOf(row['version'] as number, ARTICLE.present(row))
