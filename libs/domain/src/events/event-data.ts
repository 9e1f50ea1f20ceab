import type { CommentOnArticle } from '../comments/comment.ts'
import type { AnyRecord } from '../model/record-changes.ts'
import { timeOrNull, timestamp } from '../time.ts'
import type { User } from '../users/user.ts'

/** The collection of the record that an event is about. */
export type EventResource = string

/** Any record that events are about. */
export type EventRecord = User | AnyRecord

/** What an event tells of a record: JSON, an allow-list, with what a policy may ask about the record under its names. */
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

/** The facts of a comment about its article. */
export const toArticleFacts = ({ articleOwnerId, articleStatus }: CommentOnArticle) => ({
  articleOwnerId,
  articleStatus,
})

/** Of somebody who has left nothing is told but who it was, and whether they can come back (C3.5). */
export const toDeletedUserData = (user: User, isPermanent: boolean) => ({ id: user.id, isPermanent })
