import { hasDifferentText, type Article } from '../articles/article.ts'
import type { ArticleStatus } from '../articles/publish-workflow.ts'
import type { ContentModel } from '../model/content-model.ts'
import type { AnyRecord } from '../model/record-changes.ts'
import type { RecordType } from '../model/record-type.ts'
import type { User } from '../users/user.ts'
import { toDeclaredData, nameDeclaredEvents } from './declared-events.ts'
import { getChangedRecord, type Change, type NewDomainEvent } from './domain-event.ts'
import {
  toArticleFacts,
  toDeletedUserData,
  toUserData,
  type EventData,
  type EventRecord,
  type EventResource,
} from './event-data.ts'
import type { ArticleEvent, EventName, UserEvent } from './event-names.ts'

/** The event of a move between two states; null for a move without an event of its own (C4.2). */
const nameMove = (from: ArticleStatus, to: ArticleStatus): ArticleEvent | null => {
  if (from === to) return null
  if (to === 'PUBLISHED') return 'article.published'
  if (to === 'DELETED') return 'article.deleted'
  if (from === 'DELETED') return 'article.restored'
  return from === 'PUBLISHED' ? 'article.unpublished' : null
}

/** A purge makes no event: for subscribers, the article went when it became DELETED. */
const nameArticleEvents = (
  { before, after }: Change<Article>,
  type: typeof Article,
): readonly ArticleEvent[] => {
  if (after === null) return []
  if (before === null)
    return after.status === 'PUBLISHED' ? ['article.created', 'article.published'] : ['article.created']
  if (before.version === after.version) return []
  const move = nameMove(before.status, after.status)
  const isRewritten = hasDifferentText(before, { ...after, status: before.status }, type)
  return [...(isRewritten || move === null ? (['article.updated'] as const) : []), ...(move ? [move] : [])]
}

/** C3.5: a soft-deleted user makes no events. */
const nameUserEvents = ({ before, after }: Change<User>): readonly UserEvent[] => {
  if (after === null) return ['user.deleted']
  if (before === null) return ['user.created']
  if (before.version === after.version || (before.deleted && after.deleted)) return []
  if (before.deleted) return ['user.restored']
  return after.deleted ? ['user.deleted'] : ['user.updated']
}

const deriveUserEvents = (change: Change<User>): readonly [readonly EventName[], EventData] => {
  const user = getChangedRecord(change)
  const isDeleted = change.after === null || user.deleted
  return [
    nameUserEvents(change),
    isDeleted ? toDeletedUserData(user, change.after === null) : toUserData(user),
  ]
}

const deriveTypeEvents = (
  type: RecordType,
  change: Change<AnyRecord>,
): readonly [readonly EventName[], EventData] => {
  const names =
    type.plural === 'articles'
      ? nameArticleEvents(change as Change<never>, type as typeof Article)
      : nameDeclaredEvents(type, change)
  const data = toDeclaredData(type, change)
  return [
    names,
    type.plural === 'comments' ? { ...data, ...toArticleFacts(getChangedRecord(change) as never) } : data,
  ]
}

/** C11.1: the events of a change by an operation of either interface, or by a job. */
export const deriveEvents = (
  model: ContentModel,
  resource: EventResource,
  change: Change<EventRecord>,
): readonly NewDomainEvent[] => {
  const type = model.typeOf(resource)
  // The resource decides the type of the record.
  const [names, data] = type
    ? deriveTypeEvents(type, change as Change<never>)
    : deriveUserEvents(change as Change<never>)
  const resourceId = String(getChangedRecord(change).id)
  return names.map((name) => ({ type: name, resource, resourceId, data }))
}
