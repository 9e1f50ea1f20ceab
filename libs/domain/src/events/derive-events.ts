import { hasDifferentText, type Article } from '../articles/article.ts'
import type { ArticleStatus } from '../access/built-in-facts.ts'
import { pickLinkedFacts } from '../access/linked-facts.ts'
import type { ContentModel } from '../model/content-model.ts'
import type { RecordType } from '../model/record-type.ts'
import type { User } from '../users/user.ts'
import { listKeptFacts } from '../visibility/shown-records.ts'
import type { ArticleEvent, EventName, UserEvent } from '../model/event-names.ts'
import { toDeclaredData, nameDeclaredEvents } from './declared-events.ts'
import { getChangedRecord, isEnding, type Change, type NewDomainEvent } from './domain-event.ts'
import {
  keepFactsBefore,
  toArticleMembers,
  toDeletedUserData,
  type EventData,
  type EventRecord,
  type EventResource,
} from './event-data.ts'

/** The event of a move between two states; null for a move without a special event (C4.2). */
const nameMove = (from: ArticleStatus, to: ArticleStatus): ArticleEvent | null => {
  if (from === to) return null
  if (to === 'PUBLISHED') return 'article.published'
  if (to === 'DELETED') return 'article.deleted'
  if (from === 'DELETED') return 'article.restored'
  return from === 'PUBLISHED' ? 'article.unpublished' : null
}

/** A purge makes no event: for subscribers, the article was deleted when it became DELETED. */
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

/** C3.5: changes to a soft-deleted user make no events. */
const nameUserEvents = ({ before, after }: Change<User>): readonly UserEvent[] => {
  if (after === null) return ['user.deleted']
  if (before === null) return ['user.created']
  if (before.version === after.version || (before.deleted && after.deleted)) return []
  if (before.deleted) return ['user.restored']
  return after.deleted ? ['user.deleted'] : ['user.updated']
}

const nameEvents = (type: RecordType, change: Change<never>): readonly EventName[] => {
  if (type.plural === 'articles') return nameArticleEvents(change, type as typeof Article)
  return type.plural === 'users' ? nameUserEvents(change) : nameDeclaredEvents(type, change)
}

const describeChange = (type: RecordType, change: Change<never>): EventData => {
  const record: never = getChangedRecord(change)
  const isPermanent = change.after === null
  if (type.plural === 'users' && (isPermanent || (record as User).deleted))
    return toDeletedUserData(record, isPermanent)
  const data = { ...toDeclaredData(type, record), ...(isPermanent && pickLinkedFacts(record)) }
  return type.plural === 'comments' ? { ...data, ...toArticleMembers(record) } : data
}

/** C15.19: the data of an event that ends a record for some readers keep the facts by which it was readable. */
const keepFacts = (
  model: ContentModel,
  { permissions }: RecordType,
  { before }: Change<EventRecord>,
  data: EventData,
): EventData =>
  before === null
    ? data
    : {
        ...data,
        ...keepFactsBefore(before, listKeptFacts({ model, policy: model.policy }, permissions.read), data),
      }

/** C11.1: the events of a change, for operations of both interfaces and for jobs. */
export const deriveEvents = (
  model: ContentModel,
  resource: EventResource,
  change: Change<EventRecord>,
): readonly NewDomainEvent[] => {
  const type = model.typeOf(resource)
  if (type === undefined) throw new Error(`The model has no content type with the records ${resource}.`)
  // The resource decides the type of the record.
  const known = change as Change<never>
  const [data, resourceId] = [describeChange(type, known), String(getChangedRecord(change).id)]
  return nameEvents(type, known).map((name) => ({
    type: name,
    resource,
    resourceId,
    data: isEnding(name) ? keepFacts(model, type, change, data) : data,
  }))
}
