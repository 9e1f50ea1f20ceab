import type { CommentOnArticle } from '../comments/comment.ts'
import type { AnyRecord } from '../model/record-changes.ts'
import { timeOrNull, timestamp } from '../rules/time.ts'
import type { User } from '../users/user.ts'

/** The collection of the record that an event is about. */
export type EventResource = string

/** A record of any kind that has events. */
export type EventRecord = User | AnyRecord

/** The data of an event about a record: JSON with listed members only, among them the facts for the policy. */
export type EventData = Readonly<Record<string, unknown>>

interface Versioned {
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

/** The version and the times of a record. */
export const toVersionData = ({ version, createdAt, updatedAt }: Versioned) => ({
  version,
  createdAt: timestamp(createdAt),
  updatedAt: timeOrNull(updatedAt),
})

/** The facts of a comment about its article, under the names that earlier releases published. */
export const toArticleMembers = (comment: CommentOnArticle) => ({
  articleOwnerId: comment['article.ownerId'],
  articleStatus: comment['article.status'],
})

/** The facts in the data of an event, among them those of the article of a comment. */
export const toEventFacts = (data: EventData): EventData => {
  const { articleId, articleOwnerId, articleStatus } = data
  if (articleStatus === undefined) return data
  return {
    'article.id': articleId,
    'article.ownerId': articleOwnerId,
    'article.status': articleStatus,
    ...data,
  }
}

/** C3.5: the event of a deleted user contains only the id, and whether the deletion is permanent. */
export const toDeletedUserData = (user: User, isPermanent: boolean) => ({ id: user.id, isPermanent })
