import { mayOnAll } from '../access/access.ts'
import { askAt } from '../access/caller.ts'
import type { DomainEvent } from '../events/domain-event.ts'
import { hideEventLinks } from '../events/shown-links.ts'
import { createEventDocument } from '../events/event-document.ts'
import type { HandlerEvent } from '../model/handlers/handler.ts'
import type { LinkContext } from '../records/readable-links.ts'

/** A handler that has a permission has it on all records, so that no fact of the record decides. */
const createDocument = async (context: LinkContext, event: DomainEvent): Promise<HandlerEvent | null> => {
  const type = context.model.typeOf(event.resource)
  if (type === undefined || !mayOnAll(context, type.permissions.read)) return null
  const document = createEventDocument(context, event, { facts: event.data, isPublic: false })
  return document && hideEventLinks(context, type, document, event)
}

/** C16.4: the event as the handler may see it: with the masks and the hidden links of a webhook. The handler may change its copy. */
export const createHandlerEvent = async (
  { caller, ...others }: LinkContext,
  event: DomainEvent,
): Promise<HandlerEvent> => {
  const document = await createDocument({ ...others, caller: askAt(caller, event.at) }, event)
  return document === null ? { id: event.id, type: event.type } : structuredClone(document)
}
