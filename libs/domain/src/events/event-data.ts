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

/** The facts of a comment about its article. */
export const toArticleFacts = ({ articleOwnerId, articleStatus }: CommentOnArticle) => ({
  articleOwnerId,
  articleStatus,
})

/** C3.5: the event of a deleted user contains only the id, and whether the deletion is permanent. */
export const toDeletedUserData = (user: User, isPermanent: boolean) => ({ id: user.id, isPermanent })
