import { may } from '../access/access.ts'
import type { ModelContext } from '../visibility/read-context.ts'
import { findMasks } from '../visibility/permission-filters.ts'
import { maskRow } from '../visibility/visibility.ts'
import { timestamp } from '../rules/time.ts'
import { toPublicProfile } from '../visibility/public-profile.ts'
import { findHighestRole } from '../access/held-roles.ts'
import type { DomainEvent } from './domain-event.ts'
import type { EventData } from './event-data.ts'
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

/**
 * The event as the caller may see it; null if the caller may not read the record of the event. For an event of a user,
 * `isPublic` says whether any caller may see the public profile (C7.9).
 */
export const createEventDocument = (
  context: ModelContext,
  event: DomainEvent,
  isPublic: boolean,
): EventDocument | null => {
  const { id, type, resource, at, data } = event
  // A test event is about the webhook, so that it needs no permission on a record.
  const permission = resource === 'webhooks' ? null : context.model.readPermission(resource)
  const isWhole = permission === null || may(context, permission, data)
  if (!isWhole && !(resource === 'users' && isPublic)) return null
  return {
    id,
    type,
    version: EVENT_VERSION,
    timestamp: timestamp(at),
    data: withRole(
      context,
      isWhole ? maskRow(context, resource, data) : toPublicProfile(data, findMasks(context, resource)),
    ),
  }
}
