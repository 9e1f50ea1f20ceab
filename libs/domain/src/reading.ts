import { and, type Condition } from '@content-service/authz'
import type { AuditEntry } from './audit/audit-entry.ts'
import type { ApiKey } from './api-keys/api-key.ts'
import type { Article } from './articles/article.ts'
import type { OAuthClientRow } from './clients/client.ts'
import type { Revision } from './articles/revision.ts'
import type { CommentOnArticle } from './comments/comment.ts'
import type { DomainEvent } from './events/domain-event.ts'
import type { UserId } from './ids.ts'
import type { ConnectionPage } from './page.ts'
import type { SortDirection, Window } from './page.ts'
import type { User } from './users/user.ts'
import type { Webhook } from './webhooks/webhook.ts'
import type { WebhookDelivery } from './webhooks/webhook-delivery.ts'

/** Who follows whom (C3.8). */
export interface Follow {
  readonly followerId: UserId
  readonly followedId: UserId
  readonly createdAt: Date
}

/** What lists can ask of a user beyond its own columns: whether anyone may read its public profile (C7.9). */
export interface UserRow extends User {
  readonly isPublic: boolean
}

export interface ArticleRow extends Article {
  readonly commentCount: number
  /** Whether its owner is soft-deleted: then it shows the ghost as its owner (C3.5). */
  readonly isOwnerDeleted: boolean
}

/** Positions are in the order in which one record's events were committed; those of others may lie in between. */
export interface EventRow extends DomainEvent {
  readonly position: number
}

/** The records that no declaration describes, by the name of their collection. */
export interface Records {
  readonly users: UserRow
  readonly articles: ArticleRow
  readonly revisions: Revision
  readonly comments: CommentOnArticle
  readonly follows: Follow
  readonly apiKeys: ApiKey
  readonly webhooks: Webhook
  readonly oauthClients: OAuthClientRow
  readonly auditEntries: AuditEntry
  readonly events: EventRow
  readonly webhookDeliveries: WebhookDelivery
}
/** The name of a collection: a key of Records, or the plural of a declared type. */
export type Collection = string

export interface Order {
  readonly by: string
  readonly direction: SortDirection
}

/** Newest first; ties by id, which is in the order of creation. */
export const NEWEST: readonly Order[] = [
  { by: 'createdAt', direction: 'DESC' },
  { by: 'id', direction: 'DESC' },
]

/** What to read of each record: some of its fields, and records it leads to. */
export interface Selection {
  readonly fields: readonly string[]
  readonly related?: readonly RelatedSelection[]
}

/** A relation to walk. `as` names the result, so that one relation can be read twice with different windows. */
export interface RelatedSelection {
  readonly as: string
  readonly relation: string
  readonly select: Selection
  /** The related rows that do not match are left out. A record of a relation to one is null then. */
  readonly where?: Condition
  /** The following members are for `many` only. */
  readonly orderBy?: readonly Order[]
  /** As it was asked for: one out of range is refused in the place of the records. */
  readonly window?: Window
  /** What reads beyond the last offset (C5.6), as advice. */
  readonly farther?: string | undefined
  /** The `orderBy` values of a row: only those that follow it are read. */
  readonly after?: Row
  /** In the place of a window: the relation is read as a connection (C5.4). */
  readonly page?: RelatedPage
}

export interface RelatedPage extends ConnectionPage {
  /** Whether the rows of all pages are to be counted. */
  readonly isCounted: boolean
}

export interface Query {
  readonly from: Collection
  readonly where: Condition
  readonly orderBy: readonly Order[]
  readonly window: Window
  /** The `orderBy` values of a row: only those that follow it are read. */
  readonly after?: Row
  readonly select: Selection
}

/**
 * A record as it was read: the selected fields, and the related records under their `as`. Where a relation cannot be
 * read as it was asked for, or leads to a record that the caller may not read, its refusal (a ContentError) is in their
 * place, and the rest of the record is there.
 */
export type Row = Readonly<Record<string, unknown>>

/**
 * Port: reads as plain rows. One call is one statement, however deep the selection goes; nothing is
 * fetched that was not selected.
 */
export interface Reader {
  find(query: Query): Promise<readonly Row[]>
  /** How many records match, counted no further than `atMost`. */
  count(from: Collection, where: Condition, atMost: number): Promise<number>
}

/** `and` of the conditions that are there. */
export const allOf = (...conditions: readonly (Condition | null | undefined | false)[]): Condition =>
  and(
    ...conditions.filter((condition) => condition !== null && condition !== undefined && condition !== false),
  )
