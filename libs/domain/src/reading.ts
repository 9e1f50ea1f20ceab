import { and, type Condition } from '@content-service/authz'
import type { AuditEntry } from './audit/audit-entry.ts'
import type { ApiKey } from './api-keys/api-key.ts'
import type { Article } from './articles/article.ts'
import type { OAuthClientRow } from './clients/client.ts'
import type { Revision } from './articles/revision.ts'
import type { CommentOnArticle } from './comments/comment.ts'
import type { DomainEvent } from './events/domain-event.ts'
import type { UserId } from './ids.ts'
import type { ConnectionPage } from './connection.ts'
import type { SortDirection, Window } from './page.ts'
import type { Category, Product } from './products/product.ts'
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

/** Every kind of record that can be read, by the name of its collection. */
export interface Records {
  readonly users: UserRow
  readonly articles: ArticleRow
  readonly revisions: Revision
  readonly comments: CommentOnArticle
  readonly products: Product
  readonly categories: Category
  readonly follows: Follow
  readonly apiKeys: ApiKey
  readonly webhooks: Webhook
  readonly oauthClients: OAuthClientRow
  readonly auditEntries: AuditEntry
  readonly events: EventRow
  readonly webhookDeliveries: WebhookDelivery
}
export type Collection = keyof Records

/** How one record leads to others: by the column that holds the key here and the one it equals there. */
export interface Relation<To extends Collection = Collection> {
  readonly to: To
  readonly kind: 'one' | 'many'
  readonly here: string
  readonly there: string
  /** A collection of pairs in between: `here` equals its `from`, and its `into` equals `there`. */
  readonly through?: { readonly collection: Collection; readonly from: string; readonly into: string }
}

const one = <To extends Collection>(to: To, here: string): Relation<To> => ({
  to,
  kind: 'one',
  here,
  there: 'id',
})
const many = <To extends Collection>(to: To, there: string): Relation<To> => ({
  to,
  kind: 'many',
  here: 'id',
  there,
})
const follows = (from: string, into: string): Relation<'users'> => ({
  to: 'users',
  kind: 'many',
  here: 'id',
  there: 'id',
  through: { collection: 'follows', from, into },
})

/** All relations that a read may walk. */
export const RELATIONS = {
  users: {
    articles: many('articles', 'ownerId'),
    followers: follows('followedId', 'followerId'),
    following: follows('followerId', 'followedId'),
  },
  articles: {
    owner: one('users', 'ownerId'),
    comments: many('comments', 'articleId'),
    revisions: many('revisions', 'articleId'),
  },
  revisions: { editor: one('users', 'editorId') },
  comments: { author: one('users', 'authorId'), article: one('articles', 'articleId') },
  products: { category: one('categories', 'categoryId') },
  categories: { products: many('products', 'categoryId') },
  follows: {},
  apiKeys: { owner: one('users', 'ownerId') },
  webhooks: {},
  oauthClients: {},
  auditEntries: { actor: one('users', 'actorId') },
  events: {},
  webhookDeliveries: {},
} as const satisfies { readonly [From in Collection]: Readonly<Record<string, Relation>> }

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

export interface Query<From extends Collection = Collection> {
  readonly from: From
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

/** The relation of that name; a name that is none is a mistake of the adapter that asked. */
export const relationOf = (from: Collection, name: string): Relation => {
  const relation = (RELATIONS[from] as Readonly<Record<string, Relation>>)[name]
  if (relation === undefined) throw new Error(`${from} has no relation ${name}`)
  return relation
}
