import { filterById, type LinkContext } from '../records/readable-links.ts'
import { followsLinks, listFacts } from '../visibility/shown-records.ts'
import type { DomainEvent } from './domain-event.ts'
import { toEventFacts, type EventData } from './event-data.ts'

/**
 * C14.3: the facts by which the policy decides about the record of an event. A right that follows links asks about the
 * records of now; the event of a deletion has the facts from just before it.
 */
export const readEventFacts = async (
  context: LinkContext,
  { resource, resourceId, data }: DomainEvent,
): Promise<EventData> => {
  const type = context.model.typeOf(resource)
  const id = type?.parseId(resourceId) ?? null
  if (type === undefined || id === null || !followsLinks(context, resource)) return toEventFacts(data)
  const [row] = await context.stores.reader.find({
    from: resource,
    where: filterById(id),
    orderBy: [],
    window: { limit: 1, offset: 0 },
    select: { fields: listFacts(context, type.permissions.read) },
  })
  return row ?? toEventFacts(data)
}
