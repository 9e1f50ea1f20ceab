import type { RecordType } from '../model/types/record-type.ts'
import type { ContentModel } from '../model/content-model.ts'
import { listTypeEvents, type EventName } from '../model/event-names.ts'
import { isEnding, TEST_EVENT } from './domain-event.ts'
import { declaredMembers, listLeftOut } from './declared-events.ts'
import { toEndData } from './event-data.ts'
import { findEventForm } from './event-forms.ts'

/** The version of the documents below. A change that breaks a receiver needs a new version; a new member does not. */
export const EVENT_VERSION = 1

type Schema = Readonly<Record<string, unknown>>

const nullable = ({ type, ...rest }: { readonly type: string }): Schema => ({ type: [type, 'null'], ...rest })
const time = { type: 'string', format: 'date-time' }
const uuid = { type: 'string', format: 'uuid' }
const userId = { type: 'integer', minimum: 1 }
const versioned = {
  version: { type: 'integer', minimum: 1 },
  createdAt: time,
  updatedAt: nullable(time),
}

const describeData = (type: RecordType, event: EventName): Schema => {
  const { replaced, members } = findEventForm(type)
  return (
    replaced?.[event] ?? {
      id: type.isNumbered ? userId : uuid,
      ...declaredMembers(type),
      ...members,
      ...(type.isFixed ? { createdAt: time } : versioned),
    }
  )
}

const object = (properties: Schema, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
})

/** C15.19: a receiver who may not read the record any more gets only its id. */
const dataSchema = (type: RecordType, event: EventName): Schema => {
  const data = describeData(type, event)
  const leftOut = listLeftOut(type)
  const all = Object.keys(data).filter((name) => !leftOut.includes(name))
  return object(data, isEnding(event) ? Object.keys(toEndData(data)) : all)
}

/** C16.4: `updated` has it, but for events of earlier releases. */
const changed = {
  type: 'array',
  items: { type: 'string' },
  description: 'The names of the changed members, among those that the receiver may see.',
}

const documentSchema = (type: string, data: Schema): Schema => {
  const members = documentMembers(type, data)
  return object(type.endsWith('.updated') ? { ...members, changed } : members, Object.keys(members))
}

const documentMembers = (type: string, data: Schema): Schema => ({
  id: {
    ...uuid,
    description: 'The id of the event, the same in each delivery. The header webhook-id has the same value.',
  },
  type: { const: type },
  version: { const: EVENT_VERSION },
  timestamp: { ...time, description: 'The time of the event.' },
  data,
})

const collectData = ({ types }: ContentModel): Readonly<Record<string, Schema>> => {
  const members = types.flatMap((type) => listTypeEvents(type).map((name) => [name, dataSchema(type, name)]))
  return { [TEST_EVENT]: object({ webhookId: uuid }), ...Object.fromEntries(members) }
}

/** The JSON Schema (2020-12) of all documents for webhooks (C11.1); later releases may add members. */
export const createEventSchemas = (model: ContentModel): Schema => {
  const data = collectData(model)
  const all = [...model.eventNames, TEST_EVENT]
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Events of the content service',
    oneOf: all.map((type) => ({ $ref: `#/$defs/${type}` })),
    $defs: Object.fromEntries(all.map((type) => [type, documentSchema(type, data[type] ?? {})])),
  }
}
