import { ARTICLE_STATUSES } from '@content-service/domain'
import { Type } from 'typebox'
import { bodyType, patchType } from '../body.ts'

const title = Type.String({ description: '1 to 300 characters, no control characters' })
const content = Type.String({ description: 'Markdown of 1 to 500,000 characters, kept verbatim' })
const closed = { additionalProperties: false }

/** Null makes the excerpt follow the content (C4.1). */
const optional = {
  excerpt: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  tags: Type.Optional(Type.Array(Type.String())),
  status: Type.Optional(Type.Enum([...ARTICLE_STATUSES])),
}

/** C6.4: the caller's own, unless `authorId` says otherwise. */
export const newArticleBody = bodyType(
  Type.Object({ title, content, ...optional, authorId: Type.Optional(Type.String()) }, closed),
)

export const patchedArticleBody = patchType(
  Type.Object({ title: Type.Optional(title), content: Type.Optional(content), ...optional }, closed),
)

/** C4.3: an RFC 3339 timestamp. */
export const scheduleBody = bodyType(Type.Object({ publishAt: Type.String() }, closed))
