import type { ApiKey } from '../api-keys/api-key.ts'
import type { Permission } from '../access/content-policy.ts'
import type { ArticleRow } from '../articles/article.ts'
import type { Like } from '../articles/liked-articles.ts'
import type { AuditEntry } from '../audit/audit-entry.ts'
import type { OAuthClientRow } from '../clients/client.ts'
import type { CommentOnArticle } from '../comments/comment.ts'
import type { EventRow } from '../events/domain-event.ts'
import type { HandlerRunRow } from '../handlers/handler-store.ts'
import type { RecordLike } from '../model/counters/liked-by.ts'
import type { RecordSlug } from '../model/slugs/slugged.ts'
import { relateToMany, relateToOne, type Relation, type Relations } from '../model/collections.ts'
import type { Follow } from '../users/follow.ts'
import type { UserRow } from '../users/user.ts'
import type { WebhookDelivery } from '../webhooks/webhook-delivery.ts'
import type { Webhook } from '../webhooks/webhook.ts'

/** The records that no declaration describes, by the name of their collection. */
export interface Records {
  readonly users: UserRow
  readonly articles: ArticleRow
  readonly comments: CommentOnArticle
  readonly follows: Follow
  readonly likes: Like
  readonly recordLikes: RecordLike
  readonly recordSlugs: RecordSlug
  readonly apiKeys: ApiKey
  readonly webhooks: Webhook
  readonly oauthClients: OAuthClientRow
  readonly auditEntries: AuditEntry
  readonly events: EventRow
  readonly webhookDeliveries: WebhookDelivery
  readonly handlerRuns: HandlerRunRow
}
/** The collections that no declaration describes. */
export type BuiltInCollection = keyof Records

const follows = (from: string, into: string): Relation => ({
  ...relateToMany('users', 'id'),
  through: { collection: 'follows', from, into },
})

/** The relations that no declaration describes. */
export const BUILT_IN_RELATIONS: Readonly<Record<string, Relations>> = {
  users: {
    // The users that a user follows, and the users that follow a user (C3.8).
    followers: follows('followedId', 'followerId'),
    following: follows('followerId', 'followedId'),
  },
  articles: {
    // The users who like an article (C4.6). No interface of the service shows them.
    likedBy: {
      ...relateToMany('users', 'id'),
      through: { collection: 'likes', from: 'articleId', into: 'userId' },
    },
  },
  follows: {},
  likes: {},
  recordLikes: {},
  recordSlugs: {},
  apiKeys: { owner: relateToOne('users', 'ownerId') },
  webhooks: {},
  oauthClients: {},
  auditEntries: { actor: relateToOne('users', 'actorId') },
  events: {},
  webhookDeliveries: {},
  handlerRuns: {},
}

/** The permission that opens the records of a collection to a caller who asks for them by id. */
export const BUILT_IN_READ_PERMISSIONS: Readonly<
  Record<Exclude<BuiltInCollection, 'users' | 'articles' | 'comments'>, Permission | null>
> = {
  apiKeys: 'api-keys:read',
  webhooks: 'webhooks:read',
  oauthClients: 'oauth-clients:read',
  auditEntries: 'audit:read',
  // No read shows a pair without its records.
  follows: null,
  likes: null,
  recordLikes: null,
  recordSlugs: null,
  // The service checks the permission when it delivers an event.
  events: null,
  // The permission on the webhook of the delivery decides, or `audit:read`.
  webhookDeliveries: null,
  handlerRuns: 'webhooks:write',
}
