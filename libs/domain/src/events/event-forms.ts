import { ARTICLE_STATUSES } from '../access/built-in-facts.ts'
import { USER_ROLES } from '../access/role-names.ts'
import type { EventName, UserEvent } from '../model/event-names.ts'
import type { RecordType } from '../model/types/record-type.ts'
import type { User } from '../users/user.ts'
import type { Change } from './domain-event.ts'
import { toArticleMembers, toDeletedUserData, type EventData } from './event-data.ts'
import { nameDeclaredEvents } from './name-events.ts'

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

/** C3.5: changes to a soft-deleted user make no events. */
const nameUserEvents = ({ before, after }: Change<User>): readonly UserEvent[] => {
  if (after === null) return ['user.deleted']
  if (before === null) return ['user.created']
  if (before.version === after.version || (before.deleted && after.deleted)) return []
  if (before.deleted) return ['user.restored']
  return after.deleted ? ['user.deleted'] : ['user.updated']
}

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
const FORMS: Readonly<Record<string, EventForm>> = { users: USERS, comments: COMMENTS }
const DECLARED: EventForm = {}

export const findEventForm = ({ plural }: RecordType): EventForm => FORMS[plural] ?? DECLARED

/** The names of the events of a change. */
export const nameEvents = (type: RecordType, change: Change<never>): readonly EventName[] =>
  findEventForm(type).name?.(change, type as never) ?? nameDeclaredEvents(type, change)
