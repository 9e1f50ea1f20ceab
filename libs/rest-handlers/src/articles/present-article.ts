import { timestamp, type Row, type RelatedSelection } from '@content-service/domain'
import { etagOf } from '../etag.ts'

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
  'commentCount',
  'version',
] as const
export const ARTICLE_FIELDS = [...LISTED_FIELDS, 'content'] as const
export const OWNER: RelatedSelection = {
  as: 'owner',
  relation: 'owner',
  select: { fields: ['id', 'username', 'name'] },
}

const time = (value: unknown): string | null => (value instanceof Date ? timestamp(value) : null)

const presentOwner = (owner: Row) => ({
  id: String(owner['id']),
  username: owner['username'],
  name: owner['name'],
})

/** The member names of the GraphQL type (C6.1). `views` and `likes` move with every reader: they are not part of it (C6.8). */
export const presentArticle = (row: Row) => ({
  id: row['id'],
  title: row['title'],
  ...('content' in row && { content: row['content'] }),
  excerpt: row['excerpt'],
  status: row['status'],
  tags: row['tags'],
  owner: presentOwner(row['owner'] as Row),
  commentCount: row['commentCount'],
  version: row['version'],
  createdAt: time(row['createdAt']),
  updatedAt: time(row['updatedAt']),
  publishedAt: time(row['publishedAt']),
  scheduledFor: time(row['scheduledFor']),
})

export const articleEtag = (row: Row): string => etagOf(row['version'] as number, presentArticle(row))
