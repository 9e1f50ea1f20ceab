import type { Row, RelatedSelection } from '@content-service/domain'
import { etagOf } from '../etag.ts'
import { PERSON, presentPerson, timeOrNull } from '../present.ts'

/** What an article is read with to be presented in a list; one by itself has its content too. */
export const LISTED_FIELDS = [
  'id',
  'title',
  'excerpt',
  'status',
  'tags',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'scheduledFor',
  'version',
] as const
export const ARTICLE_FIELDS = [...LISTED_FIELDS, 'content'] as const
export const OWNER: RelatedSelection = { as: 'owner', relation: 'owner', select: PERSON }

/** The member names of the GraphQL type (C6.1), without the counters: those move by other people's doing (C6.8). */
export const presentArticle = (row: Row) => ({
  id: row['id'],
  title: row['title'],
  ...('content' in row && { content: row['content'] }),
  excerpt: row['excerpt'],
  status: row['status'],
  tags: row['tags'],
  owner: presentPerson(row['owner'] as Row),
  version: row['version'],
  createdAt: timeOrNull(row['createdAt']),
  updatedAt: timeOrNull(row['updatedAt']),
  publishedAt: timeOrNull(row['publishedAt']),
  scheduledFor: timeOrNull(row['scheduledFor']),
})

export const articleEtag = (row: Row): string => etagOf(row['version'] as number, presentArticle(row))

export const COUNTERS = ['views', 'likes', 'commentCount'] as const

export const presentCounters = ({ views, likes, commentCount }: Row) => ({ views, likes, commentCount })
