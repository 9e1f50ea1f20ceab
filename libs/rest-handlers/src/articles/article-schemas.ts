import { Article, type ContentModel } from '@content-service/domain'
import { ARTICLE_SORT_FIELDS } from '@content-service/domain/internal/articles'
import { ARTICLE_STATUSES } from '@content-service/domain/internal/access'
import { findType, perModel } from '@content-service/domain/internal/model'
import { Type } from 'typebox'
import type { QueryParameters } from '../requests/query-parameter.ts'
import { pageParameters } from '../requests/paging.ts'
import { newBody, patchBody, recordSchemas, type RecordSchemas } from '../representations/record-schemas.ts'
import {
  counterSchema,
  nullableSchema,
  textSchema,
  userIdInput,
  userIdText,
  wordSchema,
} from '../schemas/schema-terms.ts'
import { createSortParameters } from '../requests/sorting.ts'

const excerpt = nullableSchema(
  textSchema(500, 'With null, the service derives the excerpt from the content.'),
)

/** Null makes the excerpt follow the content (C4.1). */
const optional = { excerpt: Type.Optional(excerpt) }

const day = (description: string) => ({
  schema: textSchema(10, description, { format: 'date', examples: ['2026-11-20'] }),
})

/** C4.5, C6.3. */
export const articleListParameters = {
  ...pageParameters,
  status: { schema: wordSchema(ARTICLE_STATUSES, 'Only articles with this status.') },
  tag: { schema: textSchema(200, 'Only articles with this tag.') },
  ownerId: { schema: { ...userIdText, description: 'Only articles of this user.' } },
  owner: {
    schema: { ...userIdText, description: 'The earlier name of `ownerId`.' },
    deprecated: { since: '2026-11-22T00:00:00Z', instead: 'Use `ownerId`.' },
  },
  ...createSortParameters(ARTICLE_SORT_FIELDS),
  publishedAfter: day('Only articles published on this day (UTC) or later.'),
  publishedBefore: day('Only articles published on this day (UTC) or earlier.'),
} as const satisfies QueryParameters

/** C6.4: a new article belongs to the caller, unless `authorId` names another user. */
export const articleSchemas = perModel((model): RecordSchemas => {
  const type = findType(model, Article)
  return {
    ...recordSchemas(model, type),
    newBody: newBody(type, { ...optional, authorId: Type.Optional(userIdInput) }),
    patchBody: patchBody(type, optional),
  }
})

/** C15.23: a model without comments has no number of them. */
export const commentCounter = ({ hasOperation }: ContentModel) =>
  hasOperation('createComment') ? { commentCount: counterSchema('The number of comments.') } : {}
