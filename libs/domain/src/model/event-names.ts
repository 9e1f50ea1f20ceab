import type { RecordType } from './types/record-type.ts'

/** C3.5, C11.1: users can be soft-deleted and restored. */
export const USER_EVENTS = ['user.created', 'user.updated', 'user.deleted', 'user.restored'] as const
export type UserEvent = (typeof USER_EVENTS)[number]

/** C4.2, C11.1: the moves of the workflow have separate events. */
export const ARTICLE_EVENTS = [
  'article.created',
  'article.updated',
  'article.published',
  'article.unpublished',
  'article.deleted',
  'article.restored',
] as const
export type ArticleEvent = (typeof ARTICLE_EVENTS)[number]

/** The name of an event of a declared type. */
export type EventName = UserEvent | ArticleEvent | (string & {})

const VERBS = ['created', 'updated', 'deleted']

/** The events of a declared type. */
export const listTypeEvents = ({ word, custom, isFixed, isSingle }: RecordType): readonly EventName[] => {
  if (custom?.events) return custom.events
  if (isSingle) return [`${word}.updated`]
  return (isFixed ? ['created'] : VERBS).map((verb) => `${word}.${verb}`)
}
