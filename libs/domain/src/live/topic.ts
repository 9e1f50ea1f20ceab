import type { DomainEvent } from '../events/domain-event.ts'
import { listTypeEvents, type EventName } from '../model/event-names.ts'
import type { ArticleId } from '../rules/ids.ts'
import type { RecordId } from '../model/fields/field.ts'
import type { RecordType } from '../model/types/record-type.ts'

/** The events that a subscriber receives. */
export interface Topic {
  readonly types: readonly EventName[]
  /** Events of this record alone. */
  readonly resourceId?: string
  /** Events that name this article alone. */
  readonly articleId?: ArticleId
}

/** The topic of an id that no record can have (C2.1): it has no events. */
const NOTHING: Topic = { types: [] }

/** `articlePublished`. */
export const publishedArticles: Topic = { types: ['article.published'] }

/** `workshopChanged`: all that happens to a record after its creation (C17.1, C17.4). */
export const topicForRecord = (type: RecordType, id: RecordId | null): Topic => {
  if (id === null) return NOTHING
  const types = listTypeEvents(type).filter((name) => name !== `${type.word}.created`)
  return { types, resourceId: id }
}

/** `commentAdded`. */
export const topicForComments = (id: ArticleId | null): Topic =>
  id === null ? NOTHING : { types: ['comment.created'], articleId: id }

export const matchesTopic = ({ types, resourceId, articleId }: Topic, event: DomainEvent): boolean =>
  types.some((type) => type === event.type) &&
  (resourceId === undefined || resourceId === event.resourceId) &&
  (articleId === undefined || articleId === event.data['articleId'])

/** Port: the events of a topic from now on. A request with a last event id first receives the missed events. */
export type Subscribe = (topic: Topic) => Promise<AsyncIterable<DomainEvent>>
