import type { RecordType } from '../model/types/record-type.ts'
import { hideLinks } from '../records/hide-links.ts'
import type { LinkContext } from '../records/readable-links.ts'
import { isSame } from '../rules/is-same.ts'
import { readChanged } from './changed-names.ts'
import type { DomainEvent } from './domain-event.ts'
import type { EventDocument } from './event-document.ts'

/** The names without those of links that are the same for the receiver: hidden before and hidden now. */
const omitHidden = async (
  context: LinkContext,
  type: RecordType,
  { changed = [], data }: EventDocument,
  event: DomainEvent,
): Promise<readonly string[]> => {
  const { links = {} } = readChanged(event.data) ?? {}
  const earlier = await hideLinks(context, type, links)
  return changed.filter((name) => !(name in links) || !isSame(earlier[name], data[name]))
}

/** C14.2: the document with null in the place of each link to a record that the receiver may not read, and shorter lists. */
export const hideEventLinks = async (
  context: LinkContext,
  type: RecordType,
  document: EventDocument,
  event: DomainEvent,
): Promise<EventDocument> => {
  const shown = { ...document, data: await hideLinks(context, type, document.data) }
  return shown.changed ? { ...shown, changed: await omitHidden(context, type, shown, event) } : shown
}
