import { pickLinkedFacts } from '../access/linked-facts.ts'
import type { ContentModel } from '../model/content-model.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { spreadMembers } from '../access/member-facts.ts'
import { listKeptFacts, listMembers } from '../visibility/shown-records.ts'
import { noteChanged } from './changed-names.ts'
import { toDeclaredData } from './declared-events.ts'
import { getChangedRecord, isEnding, type Change, type NewDomainEvent } from './domain-event.ts'
import { keepFactsBefore, type EventData, type EventRecord, type EventResource } from './event-data.ts'
import { findEventForm, nameEvents } from './event-forms.ts'

const describeChange = (type: RecordType, change: Change<never>): EventData => {
  const record: never = getChangedRecord(change)
  const isPermanent = change.after === null
  const form = findEventForm(type)
  return (
    form.replace?.(record, isPermanent) ?? {
      ...toDeclaredData(type, record),
      ...(isPermanent && pickLinkedFacts(record)),
      ...form.add?.(record),
    }
  )
}

/** C15.19: the data of an event that ends a record for some readers keep the facts by which it was readable. */
const keepFacts = (
  model: ContentModel,
  { permissions }: RecordType,
  { before }: Change<EventRecord>,
  data: EventData,
): EventData => {
  if (before === null) return data
  const context = { model, policy: model.policy }
  const facts = listKeptFacts(context, permissions.read)
  // An event leaves out a large group, so that its facts have names of their own.
  const members = listMembers(context, permissions.read, facts)
  const kept = keepFactsBefore(spreadMembers(before, members), facts, spreadMembers(data, members))
  return { ...data, ...kept }
}

/** C11.1: the events of a change, for operations of both interfaces and for jobs. */
export const deriveEvents = (
  model: ContentModel,
  resource: EventResource,
  change: Change<EventRecord>,
): readonly NewDomainEvent[] => {
  const type = model.typeOf(resource)
  if (type === undefined) throw new Error(`The model has no content type with the records ${resource}.`)
  // The resource decides the type of the record.
  const known = change as Change<never>
  const [data, resourceId] = [describeChange(type, known), String(getChangedRecord(change).id)]
  return nameEvents(type, known).map((name) => ({
    type: name,
    resource,
    resourceId,
    data: {
      ...(isEnding(name) ? keepFacts(model, type, change, data) : data),
      ...noteChanged(type, change, name),
    },
  }))
}
