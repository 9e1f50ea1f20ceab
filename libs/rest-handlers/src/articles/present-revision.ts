import type { RelatedSelection, Row } from '@content-service/domain'
import { PERSON, presentPerson, timeOrNull } from '../present.ts'

const EDITOR: RelatedSelection = { as: 'editor', relation: 'editor', select: PERSON }
const FIELDS = ['id', 'title', 'excerpt', 'status', 'tags', 'createdAt']

export const LISTED_REVISION = { fields: FIELDS, related: [EDITOR] }
export const WHOLE_REVISION = { fields: [...FIELDS, 'content'], related: [EDITOR] }

/** The member names of the GraphQL type (C6.1). */
export const presentRevision = (row: Row) => ({
  id: row['id'],
  title: row['title'],
  ...('content' in row && { content: row['content'] }),
  excerpt: row['excerpt'],
  status: row['status'],
  tags: row['tags'],
  editor: presentPerson(row['editor'] as Row),
  createdAt: timeOrNull(row['createdAt']),
})
