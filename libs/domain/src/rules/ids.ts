import { InvalidValue } from './errors.ts'

declare const brand: unique symbol

/** A value that has passed the check that its name promises. Functions of this file make it; other code never casts. */
export type Branded<Value, Name extends string> = Value & { readonly [brand]: Name }

export type UserId = Branded<number, 'UserId'>
export type ArticleId = Branded<string, 'ArticleId'>
export type RevisionId = Branded<string, 'RevisionId'>
export type CommentId = Branded<string, 'CommentId'>
export type ApiKeyId = Branded<string, 'ApiKeyId'>
export type WebhookId = Branded<string, 'WebhookId'>
export type WebhookDeliveryId = Branded<string, 'WebhookDeliveryId'>
export type EventId = Branded<string, 'EventId'>
export type SessionId = Branded<string, 'SessionId'>

/** The largest user id: a signed 32-bit integer, as `integer` in PostgreSQL and `Int` in GraphQL (C2.1). */
export const MAX_USER_ID = 2_147_483_647

const CANONICAL_DECIMAL = /^[1-9][0-9]{0,9}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The user id that `text` writes: canonical decimal, in range (C2.1, C6.5). Null if no user can have the id. */
export const parseUserId = (text: string): UserId | null => {
  if (!CANONICAL_DECIMAL.test(text)) return null
  const id = Number(text)
  return id <= MAX_USER_ID ? (id as UserId) : null
}

export const createUuidParser =
  <Id extends string>() =>
  (text: string): Id | null =>
    // The pattern is the check of the brand. The service never makes a UUID in capitals.
    UUID.test(text) ? (text as Id) : null

/** Parses an id of any kind of record except users and clients. */
export const parseUuid = createUuidParser<string>()
export const parseArticleId = createUuidParser<ArticleId>()
export const parseRevisionId = createUuidParser<RevisionId>()
export const parseCommentId = createUuidParser<CommentId>()
export const parseApiKeyId = createUuidParser<ApiKeyId>()
export const parseWebhookId = createUuidParser<WebhookId>()
export const parseWebhookDeliveryId = createUuidParser<WebhookDeliveryId>()
export const parseEventId = createUuidParser<EventId>()
export const parseSessionId = createUuidParser<SessionId>()

/**
 * The rule of an id inside an input: a malformed id is a mistake of the caller, and not a record that does not exist.
 */
export const createReferenceRule =
  <Id>(parse: (text: string) => Id | null, what: string) =>
  (text: string): Id => {
    const id = parse(text)
    if (id === null) throw new InvalidValue(`there is no ${what} with this id`)
    return id
  }

/**
 * The id of the ghost (C3.5). It is the first id ever assigned; the migration that creates the table assigns it.
 */
export const GHOST_ID = 1 as UserId
