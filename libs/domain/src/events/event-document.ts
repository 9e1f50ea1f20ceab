import { mayAll } from '../access/access.ts'
import { omitLinkedFacts } from '../access/linked-facts.ts'
import { isKnown } from '../model/fields/known-values.ts'
import type { ModelContext } from '../visibility/read-context.ts'
import { findMasks } from '../visibility/permission-filters.ts'
import { timestamp } from '../rules/time.ts'
import { toPublicProfile } from '../visibility/public-profile.ts'
import { findHighestRole } from '../access/held-roles.ts'
import { showChanged } from './changed-names.ts'
import { TEST_EVENT, type DomainEvent } from './domain-event.ts'
import { toEndData, type EventData } from './event-data.ts'
import { couldReadBefore } from './event-facts.ts'
import { EVENT_VERSION } from './event-schemas.ts'

/** The document that a webhook receives, in the form of Standard Webhooks. */
export interface EventDocument {
  readonly id: string
  readonly type: string
  readonly version: number
  readonly timestamp: string
  /** C16.4: for `updated`, the changed names among those that the receiver sees; events of earlier releases have none. */
  readonly changed?: readonly string[]
  readonly data: EventData
}

/** C12.3: adds `role`, which the policy derives from the held roles. The outbox does not know the policy. */
const withRole = ({ policy }: Pick<ModelContext, 'policy'>, data: EventData): EventData => {
  const { roles } = data
  return Array.isArray(roles) ? { ...data, role: findHighestRole(policy, roles) } : data
}

/** What decides about an event beside its data. */
export interface EventSight {
  /** The facts of the record now; null if the receiver may not read the record now. */
  readonly facts: EventData | null
  /** For an event of a user: whether any caller may see the public profile (C7.9). */
  readonly isPublic: boolean
}

/** The data of then, with the masks of now. */
const maskData = (context: ModelContext, resource: string, data: EventData, facts: EventData): EventData => {
  const masks = findMasks(context, resource)
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      mayAll(context, masks[name] ?? [], facts) ? value : null,
    ]),
  )
}

/** C15.17: whether the model knows the record of an event, which a process of another version may have written. */
const isOfKnown = ({ model }: ModelContext, { resource, data }: DomainEvent): boolean => {
  const type = model.typeOf(resource)
  return type === undefined || isKnown(type, data)
}

/** C15.19: the data that the receiver gets; null for a receiver who gets no event. */
const chooseData = (
  context: ModelContext,
  event: DomainEvent,
  { facts, isPublic }: EventSight,
): EventData | null => {
  const { resource, type } = event
  const data = omitLinkedFacts(event.data)
  // A test event is about the webhook, so that it needs no permission on a record.
  if (type === TEST_EVENT) return data
  if (facts) return maskData(context, resource, data, facts)
  if (isPublic) return toPublicProfile(data, findMasks(context, resource))
  return couldReadBefore(context, event) ? toEndData(data) : null
}

/** The event as the receiver may see it; null if the receiver gets no event. */
export const createEventDocument = (
  context: ModelContext,
  event: DomainEvent,
  sight: EventSight,
): EventDocument | null => {
  const { id, type, at } = event
  if (!isOfKnown(context, event)) return null
  const data = chooseData(context, event, sight)
  if (data === null) return null
  const changed = showChanged(context, event, { shown: data, facts: sight.facts })
  return {
    ...{ id, type, version: EVENT_VERSION, timestamp: timestamp(at) },
    ...(changed && { changed }),
    data: withRole(context, data),
  }
}
