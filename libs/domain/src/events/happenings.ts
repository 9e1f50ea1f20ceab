import { readsDifferently, type Article } from '../articles/article.ts'
import type { ArticleStatus } from '../articles/publish-workflow.ts'
import type { CommentOnArticle } from '../comments/comment.ts'
import type { ContentModel } from '../model/content-model.ts'
import type { User } from '../users/user.ts'
import { declaredData, nameDeclaredEvents } from './declared-events.ts'
import { changedRecord, type Change, type Happening } from './domain-event.ts'
import {
  articleData,
  commentData,
  deletedUserData,
  userData,
  type EventData,
  type EventRecords,
  type EventRecord,
  type BuiltInResource,
  type EventResource,
} from './event-data.ts'
import type { BuiltInEvent, EventName } from './event-names.ts'

type NameOf<Kind extends string> = Extract<BuiltInEvent, `${Kind}.${string}`>

/** What a move between two states is called; null for those that are changes like any other (C4.2). */
const moveName = (from: ArticleStatus, to: ArticleStatus): NameOf<'article'> | null => {
  if (from === to) return null
  if (to === 'PUBLISHED') return 'article.published'
  if (to === 'DELETED') return 'article.deleted'
  if (from === 'DELETED') return 'article.restored'
  return from === 'PUBLISHED' ? 'article.unpublished' : null
}

/** A purge is no event: to those who listen the article went when it was DELETED. */
const articleNames = ({ before, after }: Change<Article>): readonly NameOf<'article'>[] => {
  if (after === null) return []
  if (before === null)
    return after.status === 'PUBLISHED' ? ['article.created', 'article.published'] : ['article.created']
  if (before.version === after.version) return []
  const move = moveName(before.status, after.status)
  const isRewritten = readsDifferently(before, { ...after, status: before.status })
  return [...(isRewritten || move === null ? (['article.updated'] as const) : []), ...(move ? [move] : [])]
}

/** C3.5: while somebody is soft-deleted nothing is told of them. */
const userNames = ({ before, after }: Change<User>): readonly NameOf<'user'>[] => {
  if (after === null) return ['user.deleted']
  if (before === null) return ['user.created']
  if (before.version === after.version || (before.deleted && after.deleted)) return []
  if (before.deleted) return ['user.restored']
  return after.deleted ? ['user.deleted'] : ['user.updated']
}

const commentNames = ({ before, after }: Change<CommentOnArticle>): readonly NameOf<'comment'>[] => {
  if (after === null) return ['comment.deleted']
  if (before === null) return ['comment.created']
  return before.version === after.version ? [] : ['comment.updated']
}

interface Told<Of extends BuiltInResource> {
  readonly names: (change: Change<EventRecords[Of]>) => readonly EventName[]
  readonly data: (change: Change<EventRecords[Of]>) => EventData
}

/** Which events a write makes, whoever writes: an operation of either interface, or a job. */
const TOLD: { readonly [Of in BuiltInResource]: Told<Of> } = {
  articles: { names: articleNames, data: (change) => articleData(changedRecord(change)) },
  comments: { names: commentNames, data: (change) => commentData(changedRecord(change)) },
  users: {
    names: userNames,
    data: (change) => {
      const user = changedRecord(change)
      return change.after === null || user.deleted
        ? deletedUserData(user, change.after === null)
        : userData(user)
    },
  },
}

const nameAndData = (
  model: ContentModel,
  resource: EventResource,
  change: Change<EventRecord>,
): readonly [readonly EventName[], EventData] => {
  const declared = model.typeOf(resource)
  // The resource decides the type of the record.
  const typed = change as Change<never>
  if (declared) return [nameDeclaredEvents(declared, typed), declaredData(declared, typed)]
  const { names, data } = TOLD[resource as BuiltInResource]
  return [names(typed), data(typed)]
}

/** C11.1: what has happened when a record became what it is. */
export const happenings = (
  model: ContentModel,
  resource: EventResource,
  change: Change<EventRecord>,
): readonly Happening[] => {
  const [names, data] = nameAndData(model, resource, change)
  const resourceId = String(changedRecord(change).id)
  return names.map((type) => ({ type, resource, resourceId, data }))
}
