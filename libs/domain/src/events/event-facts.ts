import { may } from '../access/access.ts'
import { filterById, type LinkContext } from '../records/readable-links.ts'
import { allOf } from '../reading/reading.ts'
import { findMasks } from '../visibility/permission-filters.ts'
import type { ModelContext } from '../visibility/read-context.ts'
import { listFacts } from '../visibility/shown-records.ts'
import { filterReadable } from '../visibility/visible-rows.ts'
import { isEnding, type DomainEvent } from './domain-event.ts'
import { getFactsBefore, type EventData } from './event-data.ts'

/** The facts by which the policy decides about reading the records of a collection, and about their masked members. */
const listEventFacts = (context: ModelContext, of: string): readonly string[] => {
  const permissions = [
    context.model.readPermission(of) ?? [],
    ...Object.values(findMasks(context, of)),
  ].flat()
  return [...new Set(['id', ...permissions.flatMap((permission) => listFacts(context, permission))])]
}

/** C15.19: the facts of the record of an event as it is now; null if the receiver may not read the record now. */
export const readEventFacts = async (
  context: LinkContext,
  { resource, resourceId }: DomainEvent,
): Promise<EventData | null> => {
  const id = context.model.typeOf(resource)?.parseId(resourceId) ?? null
  if (id === null) return null
  const [row] = await context.stores.reader.find({
    from: resource,
    where: allOf(filterById(id), filterReadable(context, resource)),
    orderBy: [],
    window: { limit: 1, offset: 0 },
    select: { fields: listEventFacts(context, resource) },
  })
  return row ?? null
}

/** C15.19: whether the receiver could read the record just before an event that ended it for some readers. */
export const couldReadBefore = (context: ModelContext, { type, resource, data }: DomainEvent): boolean => {
  const permission = context.model.readPermission(resource)
  return permission !== null && isEnding(type) && may(context, permission, getFactsBefore(data))
}
