import type { Row } from '@content-service/domain'
import { etagOf } from '../etag.ts'
import { createShape } from '../shape.ts'
import { commentSchema } from './comment-schemas.ts'

export const COMMENT = createShape(commentSchema, {
  article: { reads: ['articleId'], show: ({ articleId }) => ({ id: articleId }) },
})

export const commentEtag = (row: Row): string => etagOf(row['version'] as number, COMMENT.present(row))
