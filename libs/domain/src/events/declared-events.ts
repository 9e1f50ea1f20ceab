import {
  isGroup,
  isHideable,
  isMany,
  isState,
  leadsToUser,
  type Field,
  type ValueSchema,
} from '../model/field.ts'
import type { AnyRecord } from '../model/record-changes.ts'
import type { RecordType } from '../model/record-type.ts'
import { timestamp } from '../rules/time.ts'
import type { EventName } from '../model/event-names.ts'
import type { EventRecord } from './event-data.ts'
import type { Change } from './domain-event.ts'
import { toVersionData, type EventData } from './event-data.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** The event of a change to a record of a declared type; none if the change makes no new version. */
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

/** The length from which on events leave a text out: a receiver that needs the text reads the record. */
const TOO_LONG = 100_000

const isInEvents = ({ isInternal, isHidden, schema: { maxLength = 0 } }: Field): boolean =>
  !isInternal && !isHidden && maxLength < TOO_LONG

/** The attributes that events show, and the ids of links to many records (C14.2). */
const listEventAttributes = ({
  attributes,
  manyLinks,
}: RecordType): readonly (readonly [string, Field])[] => [
  ...Object.entries(attributes).filter(([, field]) => isInEvents(field)),
  ...manyLinks.map(({ attribute, field }) => [attribute, field] as const),
]

/** The data of an event about the record. */
export const toDeclaredData = (type: RecordType, record: EventRecord): EventData => {
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

const FORMATS: readonly unknown[] = ['uuid', 'date-time']

/** Removes maxima and forms of texts from the schema: they may change without a new version of the event. */
const removeMaxima = ({ type, format, minimum, items }: ValueSchema): JsonSchema => ({
  type,
  ...(FORMATS.includes(format) && { format }),
  ...(items && { items: { type: items.type } }),
  ...(minimum !== undefined && { minimum }),
})

/** C2.1: the id of a user is an integer. */
const idSchema = (isOfUser: boolean): JsonSchema =>
  isOfUser ? { type: 'integer', minimum: 1 } : { type: 'string', format: 'uuid' }

const attributeSchema = (field: Field): JsonSchema => {
  if (isMany(field)) return { type: 'array', items: idSchema(field.toMany.name === 'User') }
  // A masked value and a hidden link are null for a receiver without the permission to see it.
  const isMasked = field.seenWith !== undefined || isHideable(field)
  const isNullable = field.isOptional || isMasked
  // C2.1: the id of a user is an integer.
  if (leadsToUser(field)) return { type: isNullable ? ['integer', 'null'] : 'integer', minimum: 1 }
  if (isState(field)) return { enum: isNullable ? [...field.states, null] : field.states }
  const { type, ...rest } = removeMaxima(field.schema)
  const members = isGroup(field) && { properties: memberSchemas(Object.entries(field.members)) }
  return { type: isNullable ? [type, 'null'] : type, ...rest, ...members }
}

const memberSchemas = (fields: readonly (readonly [string, Field])[]): JsonSchema =>
  Object.fromEntries(fields.map(([name, field]) => [name, attributeSchema(field)]))

/** The JSON Schema of each attribute that `toDeclaredData` shows. */
export const declaredMembers = (type: RecordType): JsonSchema => memberSchemas(listEventAttributes(type))
