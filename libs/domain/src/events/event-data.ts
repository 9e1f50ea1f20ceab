import type { CommentOnArticle } from '../comments/comment.ts'
import type { AnyRecord } from '../model/types/record-changes.ts'
import { timeOrNull, timestamp } from '../rules/time.ts'
import type { User } from '../users/user.ts'
import { isObject } from '../rules/is-object.ts'

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

/** The member with the facts of a record just before its event. No document shows members with a dot in their names. */
export const BEFORE = '.before'

const hasChanged = (value: unknown, now: unknown): boolean =>
  value !== undefined && JSON.stringify(value) !== JSON.stringify(now)

/** C15.19: the facts of these names that the record had just before the event, unless the data of the event have them. */
export const keepFactsBefore = (before: object, names: readonly string[], data: EventData): EventData => {
  const values = before as EventData
  const kept = names.filter((name) => hasChanged(values[name], data[name]))
  return kept.length === 0 ? {} : { [BEFORE]: Object.fromEntries(kept.map((name) => [name, values[name]])) }
}

/** The facts in the data of an event about a comment, which name the article as earlier releases did. */
const nameArticleFacts = ({ articleId, articleOwnerId, articleStatus }: EventData): EventData =>
  articleStatus === undefined
    ? {}
    : { 'article.id': articleId, 'article.ownerId': articleOwnerId, 'article.status': articleStatus }

/** The facts of a record just before its event. */
export const getFactsBefore = ({ [BEFORE]: before, ...data }: EventData): EventData => ({
  ...nameArticleFacts(data),
  ...data,
  ...(isObject(before) && before),
})

/** C3.5: the event of a deleted user contains only the id, and whether the deletion is permanent. */
export const toDeletedUserData = (user: User, isPermanent: boolean) => ({ id: user.id, isPermanent })

/** C15.19: the data of an event for a receiver who may not read its record any more. */
export const toEndData = ({ id, isPermanent }: EventData): EventData => ({
  id,
  ...(isPermanent !== undefined && { isPermanent }),
})
