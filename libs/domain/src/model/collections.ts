import type { Permission } from '../access/content-policy.ts'
import type { Collection, Records } from '../reading/reading.ts'

/** The collections that no declaration describes. */
export type BuiltInCollection = keyof Records

/**
 * The link from one record to others: `here` is the column of this record, and `there` is the equal column of the
 * others.
 */
export interface Relation {
  readonly to: Collection
  readonly kind: 'one' | 'many'
  readonly here: string
  readonly there: string
  /** A collection of pairs in between: `here` equals its `from`, and its `into` equals `there`. */
  readonly through?: { readonly collection: Collection; readonly from: string; readonly into: string }
}
export type Relations = Readonly<Record<string, Relation>>

export const relateToOne = (to: Collection, here: string): Relation => ({
  to,
  kind: 'one',
  here,
  there: 'id',
})
export const relateToMany = (to: Collection, there: string): Relation => ({
  to,
  kind: 'many',
  here: 'id',
  there,
})
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
    revisions: relateToMany('revisions', 'articleId'),
    // The users who like an article (C4.6). No interface of the service shows them.
    likedBy: {
      ...relateToMany('users', 'id'),
      through: { collection: 'likes', from: 'articleId', into: 'userId' },
    },
  },
  revisions: { editor: relateToOne('users', 'editorId') },
  follows: {},
  likes: {},
  apiKeys: { owner: relateToOne('users', 'ownerId') },
  webhooks: {},
  oauthClients: {},
  auditEntries: { actor: relateToOne('users', 'actorId') },
  events: {},
  webhookDeliveries: {},
}

/** The permission that opens the records of a collection to a caller who asks for them by id. */
export const BUILT_IN_READ_PERMISSIONS: Readonly<
  Record<Exclude<BuiltInCollection, 'users' | 'articles' | 'comments'>, Permission | null>
> = {
  apiKeys: 'api-keys:read',
  webhooks: 'webhooks:read',
  oauthClients: 'oauth-clients:read',
  auditEntries: 'audit:read',
  // The permission on their article decides (see permission-filters.ts).
  revisions: null,
  // No read shows a pair without its records.
  follows: null,
  likes: null,
  // The service checks the permission when it delivers an event.
  events: null,
  // The permission on the webhook of the delivery decides, or `audit:read`.
  webhookDeliveries: null,
}
