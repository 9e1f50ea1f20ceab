/** C11.1: the events of the records that no declaration describes. */
export const BUILT_IN_EVENTS = [
  'article.created',
  'article.updated',
  'article.published',
  'article.unpublished',
  'article.deleted',
  'article.restored',
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'user.created',
  'user.updated',
  'user.deleted',
  'user.restored',
] as const

export type BuiltInEvent = (typeof BUILT_IN_EVENTS)[number]

/** The name of an event: one of BUILT_IN_EVENTS, or an event of a declared type. */
export type EventName = BuiltInEvent | (string & {})
