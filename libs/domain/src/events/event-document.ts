import { may } from '../access/access.ts'
import { omitLinkedFacts } from '../access/linked-facts.ts'
import type { ModelContext } from '../visibility/read-context.ts'
import { findMasks } from '../visibility/permission-filters.ts'
import { maskRow } from '../visibility/masked-rows.ts'
import { timestamp } from '../rules/time.ts'
import { toPublicProfile } from '../visibility/public-profile.ts'
import { findHighestRole } from '../access/held-roles.ts'
import type { DomainEvent } from './domain-event.ts'
import { toEventFacts, type EventData } from './event-data.ts'
import { EVENT_VERSION } from './event-schemas.ts'

/** The document that a webhook receives, in the form of Standard Webhooks. */
export interface EventDocument {
  readonly id: string
  readonly type: string
  readonly version: number
  readonly timestamp: string
  readonly data: EventData
}

/** C12.3: adds `role`, which the policy derives from the held roles. The outbox does not know the policy. */
const withRole = ({ policy }: Pick<ModelContext, 'policy'>, data: EventData): EventData => {
  const { roles } = data
  return Array.isArray(roles) ? { ...data, role: findHighestRole(policy, roles) } : data
}

/** What decides about an event beside its data. */
export interface EventSight {
  /** For an event of a user: whether any caller may see the public profile (C7.9). */
  readonly isPublic: boolean
  /** The facts of the record for the policy, if they are not in the event. */
  readonly facts?: EventData
}

/** The members of the data that the caller may see: masks ask about the facts of the record, too. */
const showMembers = (
  context: ModelContext,
  resource: string,
  { data, facts }: { readonly data: EventData; readonly facts: EventData },
): EventData => {
  const masked: EventData = maskRow(context, resource, { ...data, ...facts })
  return Object.fromEntries(
    Object.keys(data).map((name) => [name, masked[name] === null ? null : data[name]]),
  )
}

/** The event as the caller may see it; null if the caller may not read the record of the event. */
export const createEventDocument = (
  context: ModelContext,
  event: DomainEvent,
  { isPublic, facts = toEventFacts(event.data) }: EventSight,
): EventDocument | null => {
  const { id, type, resource, at } = event
  const data = omitLinkedFacts(event.data)
  // A test event is about the webhook, so that it needs no permission on a record.
  const permission = resource === 'webhooks' ? null : context.model.readPermission(resource)
  const isWhole = permission === null || may(context, permission, facts)
  if (!isWhole && !(resource === 'users' && isPublic)) return null
  return {
    id,
    type,
    version: EVENT_VERSION,
    timestamp: timestamp(at),
    data: withRole(
      context,
      isWhole
        ? showMembers(context, resource, { data, facts })
        : toPublicProfile(data, findMasks(context, resource)),
    ),
  }
}
