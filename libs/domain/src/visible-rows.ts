import { or, where, type Condition } from '@content-service/authz'
import { readable } from './access.ts'
import type { Context } from './context.ts'
import { allOf, type Collection } from './reading.ts'
import type { UserId } from './ids.ts'
import { GHOST_ID } from './users/user.ts'

type Asking = Pick<Context, 'caller' | 'policy'>

const user = where<{ id: UserId; deleted: boolean; isPublic: boolean }>()
const article = where<{ status: string }>()

export const NOTHING: Condition = or()

/** C3.5: the ghost and the soft-deleted are in no list and no search. */
export const LISTED_USERS: Condition = allOf(user.deleted.eq(false), user.id.ne(GHOST_ID))

export const userWithId = (id: UserId): Condition => user.id.eq(id)

/** C7.9: the users whose profile the caller sees: public ones, and those that `users:read` opens. */
export const visibleUsers = (asking: Asking): Condition =>
  or(user.isPublic.eq(true), readable(asking, 'users:read') ?? NOTHING)

/** C4.5: what the caller may read of each collection, without being asked for more by name. */
const rowsShown: Readonly<Record<Collection, (asking: Asking) => Condition>> = {
  users: (asking) => allOf(LISTED_USERS, visibleUsers(asking)),
  articles: (asking) => allOf(article.status.ne('DELETED'), readable(asking, 'articles:read') ?? NOTHING),
  // Reached by their article or their id: who reads that article reads them, DELETED or not (C7.7).
  comments: (asking) => readable(asking, 'comments:read') ?? NOTHING,
  products: (asking) => readable(asking, 'products:read') ?? NOTHING,
  categories: (asking) => readable(asking, 'products:read') ?? NOTHING,
  // Whose article they are of decides (see showing.ts).
  revisions: () => allOf(),
  follows: () => NOTHING,
  apiKeys: (asking) => readable(asking, 'api-keys:read') ?? NOTHING,
  webhooks: (asking) => readable(asking, 'webhooks:read') ?? NOTHING,
  oauthClients: (asking) => readable(asking, 'oauth-clients:read') ?? NOTHING,
  auditEntries: (asking) => readable(asking, 'audit:read') ?? NOTHING,
  // What of them is told to whom is decided when they are delivered.
  events: () => NOTHING,
  // Which of them may be read goes by their webhook, or by `audit:read`.
  webhookDeliveries: () => NOTHING,
}

export const shownRows = (asking: Asking, of: Collection): Condition => rowsShown[of](asking)
