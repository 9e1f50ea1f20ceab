import { isLink, isOwner, isState, type Field, type ValueSchema } from '../model/field.ts'
import type { AnyRecord } from '../model/record-changes.ts'
import type { RecordType } from '../model/record-type.ts'
import { timestamp } from '../time.ts'
import { getChangedRecord, type Change } from './domain-event.ts'
import { toVersionData, type EventData } from './event-data.ts'
import type { EventName } from './event-names.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** The event of a change to a record of a declared type; none for a change without a new version. */
export const nameDeclaredEvents = (
  { word }: RecordType,
  { before, after }: Change<AnyRecord>,
): readonly EventName[] => {
  const isUnchanged = before !== null && after !== null && before.version === after.version
  if (isUnchanged) return []
  const verb = after === null ? 'deleted' : before === null ? 'created' : 'updated'
  return [`${word}.${verb}`]
}

const writeValue = (value: unknown): unknown => (value instanceof Date ? timestamp(value) : value)

/** Characters of a text that are too many for events: a receiver that needs the text reads the record. */
const TOO_LONG = 100_000

const isInEvents = ({ isInternal, schema: { maxLength = 0 } }: Field): boolean =>
  !isInternal && maxLength < TOO_LONG

/** The attributes that events show. */
const listEventAttributes = ({ attributes }: RecordType): readonly (readonly [string, Field])[] =>
  Object.entries(attributes).filter(([, field]) => isInEvents(field))

/** The record as events show it. */
export const toDeclaredData = (type: RecordType, change: Change<AnyRecord>): EventData => {
  const record = getChangedRecord(change)
  const values = record as unknown as Readonly<Record<string, unknown>>
  const { createdAt, updatedAt = null, version = 1 } = record
  return {
    id: record.id,
    ...Object.fromEntries(listEventAttributes(type).map(([name]) => [name, writeValue(values[name])])),
    ...(type.isFixed
      ? { createdAt: timestamp(createdAt) }
      : toVersionData({ version, createdAt, updatedAt })),
  }
}

/** Maxima may grow without a new version of the event, so receivers get none. */
const removeMaxima = ({ type, format, minimum, items }: ValueSchema): JsonSchema => ({
  type,
  ...(format && { format }),
  ...(items && { items: { type: items.type } }),
  ...(minimum !== undefined && { minimum }),
})

const attributeSchema = (field: Field): JsonSchema => {
  // C2.1: the id of a user is an integer.
  if (isOwner(field)) return { type: 'integer', minimum: 1 }
  if (isState(field)) return { enum: field.states }
  const { type, ...rest } = removeMaxima(field.schema)
  return field.isOptional && !isLink(field) ? { type: [type, 'null'], ...rest } : { type, ...rest }
}

/** The JSON Schema of each attribute that `toDeclaredData` shows. */
export const declaredMembers = (type: RecordType): JsonSchema =>
  Object.fromEntries(listEventAttributes(type).map(([name, field]) => [name, attributeSchema(field)]))
