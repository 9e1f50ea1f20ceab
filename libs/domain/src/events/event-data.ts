import type { Article } from '../articles/article.ts'
import type { CommentOnArticle } from '../comments/comment.ts'
import type { AnyRecord } from '../model/record-changes.ts'
import { timeOrNull, timestamp } from '../time.ts'
import type { User } from '../users/user.ts'

/** The records of events that no declaration describes, by the name of their collection. */
export interface EventRecords {
  readonly articles: Article
  readonly comments: CommentOnArticle
  readonly users: User
}
export type BuiltInResource = keyof EventRecords

/** The collection of the record that an event is about. */
export type EventResource = BuiltInResource | (string & {})

/** Any record that events are about. */
export type EventRecord = EventRecords[BuiltInResource] | AnyRecord

/** What an event tells of a record: JSON, an allow-list, with what a policy may ask about the record under its names. */
export type EventData = Readonly<Record<string, unknown>>

interface Versioned {
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

/** The version and the times of a record. */
export const versionOf = ({ version, createdAt, updatedAt }: Versioned) => ({
  version,
  createdAt: timestamp(createdAt),
  updatedAt: timeOrNull(updatedAt),
})

/** Without the content, of which there may be half a megabyte: whoever needs it reads the article. */
export const articleData = (article: Article) => ({
  id: article.id,
  title: article.title,
  excerpt: article.excerpt,
  status: article.status,
  tags: article.tags,
  ownerId: article.ownerId,
  publishedAt: timeOrNull(article.publishedAt),
  scheduledFor: timeOrNull(article.scheduledFor),
  ...versionOf(article),
})

export const commentData = (comment: CommentOnArticle) => ({
  id: comment.id,
  content: comment.content,
  authorId: comment.authorId,
  articleId: comment.articleId,
  articleOwnerId: comment.articleOwnerId,
  articleStatus: comment.articleStatus,
  ...versionOf(comment),
})

export const userData = (user: User) => ({
  id: user.id,
  username: user.username,
  name: user.name,
  email: user.email,
  roles: user.roles,
  status: user.status,
  age: user.age,
  permissions: user.permissions,
  profile: user.profile,
  ...versionOf(user),
})

/** Of somebody who has left nothing is told but who it was, and whether they can come back (C3.5). */
export const deletedUserData = (user: User, isPermanent: boolean) => ({ id: user.id, isPermanent })
