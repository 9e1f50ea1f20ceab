import { askAt } from '../access/caller.ts'
import { parseUserId } from '../rules/ids.ts'
import type { LinkContext } from '../records/readable-links.ts'
import { allOf } from '../reading/reading.ts'
import { LISTED_USERS, filterById, filterVisibleUsers, hasProfile } from '../visibility/visible-rows.ts'
import { isEnding, type DomainEvent } from './domain-event.ts'
import { readEventFacts } from './event-facts.ts'
import { createEventDocument, type EventDocument } from './event-document.ts'
import { hideEventLinks } from './shown-links.ts'

/** C7.9: whether the receiver may see at least the public profile of the user of an event, or could just before its end. */
const isPublicUser = async (context: LinkContext, event: DomainEvent): Promise<boolean> => {
  if (!hasProfile(context, event.resource)) return false
  const id = parseUserId(event.resourceId)
  if (id === null) return false
  const listed = isEnding(event.type) ? allOf() : LISTED_USERS
  const isVisible = allOf(filterById(id), listed, filterVisibleUsers(context))
  return (await context.stores.reader.count(event.resource, isVisible, 1)) > 0
}

/**
 * The event as the receiver may read it now (C15.19), at the time of the event (C15.24); null if the receiver gets no event. A link to a record that the
 * receiver may not read is null (C14.2).
 */
export const readEventDocument = async (
  { caller, ...receiver }: LinkContext,
  event: DomainEvent,
): Promise<EventDocument | null> => {
  const context = { ...receiver, caller: askAt(caller, event.at) }
  const facts = await readEventFacts(context, event)
  const isPublic = facts === null && (await isPublicUser(context, event))
  const document = createEventDocument(context, event, { facts, isPublic })
  const type = context.model.typeOf(event.resource)
  return document && type ? hideEventLinks(context, type, document, event) : document
}
