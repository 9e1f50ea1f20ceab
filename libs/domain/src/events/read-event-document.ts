import { may } from '../access/access.ts'
import { parseUserId } from '../rules/ids.ts'
import { hideLinks } from '../records/hide-links.ts'
import type { LinkContext } from '../records/readable-links.ts'
import { allOf } from '../reading/reading.ts'
import { LISTED_USERS, filterById, filterVisibleUsers } from '../visibility/visible-rows.ts'
import type { DomainEvent } from './domain-event.ts'
import { readEventFacts } from './event-facts.ts'
import { createEventDocument, type EventDocument } from './event-document.ts'

/** C7.9: whether the receiver may see at least the public profile of the user of an event. */
const isPublicUser = async (context: LinkContext, event: DomainEvent): Promise<boolean> => {
  const id = event.resource === 'users' ? parseUserId(event.resourceId) : null
  if (id === null || may(context, 'users:read', { id })) return false
  const isVisible = allOf(filterById(id), LISTED_USERS, filterVisibleUsers(context))
  return (await context.stores.reader.count('users', isVisible, 1)) > 0
}

/**
 * The event as the receiver may read it now; null if the receiver may not read the record of the event. A link to a
 * record that the receiver may not read is null (C14.2).
 */
export const readEventDocument = async (
  context: LinkContext,
  event: DomainEvent,
): Promise<EventDocument | null> => {
  const [isPublic, facts] = [await isPublicUser(context, event), await readEventFacts(context, event)]
  const document = createEventDocument(context, event, { isPublic, facts })
  const type = context.model.typeOf(event.resource)
  return document && type ? { ...document, data: await hideLinks(context, type, document.data) } : document
}
