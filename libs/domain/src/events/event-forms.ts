import { ARTICLE_STATUSES, type ArticleStatus } from '../access/built-in-facts.ts'
import { USER_ROLES } from '../access/role-names.ts'
import { hasDifferentText, type Article } from '../articles/article.ts'
import type { ArticleEvent, EventName, UserEvent } from '../model/event-names.ts'
import type { RecordType } from '../model/types/record-type.ts'
import type { User } from '../users/user.ts'
import type { Change } from './domain-event.ts'
import { toArticleMembers, toDeletedUserData, type EventData } from './event-data.ts'
import { nameDeclaredEvents } from './declared-events.ts'

type Schema = Readonly<Record<string, unknown>>
/** A type by which the compiler names a member without a schema. */
type Members<Data extends (...args: never[]) => object> = Readonly<Record<keyof ReturnType<Data>, Schema>>

const userId = { type: 'integer', minimum: 1 }

/** How the events of a type differ from those of a declared type; methods, so that a row may know its records better. */
interface EventForm<R = never, T = never> {
  /** The events of a change. */
  name?(change: Change<R>, type: T): readonly EventName[]
  /** The whole data of an event; null for the members of the declaration. */
  replace?(record: R, isPermanent: boolean): EventData | null
  /** Members beside those of the declaration, and their schemas. */
  readonly members?: Schema
  add?(record: R): EventData
  /** The schemas of the whole data, by the names of their events. */
  readonly replaced?: Readonly<Record<string, Schema>>
}

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

const ARTICLES: EventForm<Article, typeof Article> = { name: nameArticleEvents }

const USERS: EventForm<User> = {
  name: nameUserEvents,
  replace: (user, isPermanent) => (isPermanent || user.deleted ? toDeletedUserData(user, isPermanent) : null),
  // C12.3: the policy decides the role when the service sends the event.
  members: { role: { enum: USER_ROLES } },
  replaced: {
    'user.deleted': { id: userId, isPermanent: { type: 'boolean' } } satisfies Members<
      typeof toDeletedUserData
    >,
  },
}

const COMMENTS: EventForm<Parameters<typeof toArticleMembers>[0]> = {
  members: {
    articleOwnerId: userId,
    articleStatus: { enum: ARTICLE_STATUSES },
  } satisfies Members<typeof toArticleMembers>,
  add: toArticleMembers,
}

/** The forms of the service's types, by the collections of their records. */
const FORMS: Readonly<Record<string, EventForm>> = { articles: ARTICLES, users: USERS, comments: COMMENTS }
const DECLARED: EventForm = {}

export const findEventForm = ({ plural }: RecordType): EventForm => FORMS[plural] ?? DECLARED

/** The names of the events of a change. */
export const nameEvents = (type: RecordType, change: Change<never>): readonly EventName[] =>
  findEventForm(type).name?.(change, type as never) ?? nameDeclaredEvents(type, change)
