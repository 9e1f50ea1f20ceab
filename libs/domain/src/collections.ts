import type { Permission } from './content-policy.ts'
import type { Collection, Records } from './reading.ts'

/** The collections that no declaration describes. */
export type BuiltInCollection = keyof Records

/** How one record leads to others: by the column that holds the key here and the one it equals there. */
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
  // Who follows whom (C3.8).
  users: { followers: follows('followedId', 'followerId'), following: follows('followerId', 'followedId') },
  articles: { revisions: relateToMany('revisions', 'articleId') },
  revisions: { editor: relateToOne('users', 'editorId') },
  follows: {},
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
  // No read shows a pair by itself.
  follows: null,
  // The service decides when it delivers an event.
  events: null,
  // The permission on their webhook decides, or `audit:read`.
  webhookDeliveries: null,
}
