import { isComposed, isHideable, type Field } from '../model/fields/field.ts'
import { namePartMember } from '../model/fields/member-rules.ts'
import { isGroup, type GroupField } from '../model/fields/part-fields.ts'
import { findKind } from '../model/fields/field-kinds.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { timestamp } from '../rules/time.ts'
import type { EventRecord } from './event-data.ts'
import { toVersionData, type EventData } from './event-data.ts'

type JsonSchema = Readonly<Record<string, unknown>>

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

/** C16.4: events leave out a larger value: a receiver that needs the value reads the record. */
const MOST_BYTES = 65_536

/** A released event always has the groups of a user, whose texts are short. */
const canBeLeftOut = (field: Field): boolean => isComposed(field) && !(isGroup(field) && field.isReleased)

const isTooLarge = (field: Field, value: unknown): boolean =>
  canBeLeftOut(field) && Buffer.byteLength(JSON.stringify(value) ?? '') > MOST_BYTES

/** The attributes that events of the type can leave out. */
export const listLeftOut = (type: RecordType): readonly string[] =>
  listEventAttributes(type).flatMap(([name, field]) => (canBeLeftOut(field) ? [name] : []))

/** The data of an event about the record. */
export const toDeclaredData = (type: RecordType, record: EventRecord): EventData => {
  const values = record as unknown as Readonly<Record<string, unknown>>
  const { createdAt, updatedAt = null, version = 1 } = record
  return {
    id: record.id,
    ...Object.fromEntries(
      listEventAttributes(type)
        .filter(([name, field]) => !isTooLarge(field, values[name]))
        .map(([name]) => [name, writeValue(values[name])]),
    ),
    ...(type.isFixed
      ? { createdAt: timestamp(createdAt) }
      : toVersionData({ version, createdAt, updatedAt })),
  }
}

const attributeSchema = (field: Field): JsonSchema => {
  const schema = findKind(field).eventSchema(field)
  const members = isGroup(field) && { properties: partSchemas(field) }
  // A masked value and a hidden link are null for a receiver without the permission to see it.
  const isNullable = field.isOptional || field.seenWith !== undefined || isHideable(field)
  return { ...(isNullable ? allowNull(schema) : schema), ...members }
}

const allowNull = ({ type, enum: words, ...schema }: JsonSchema): JsonSchema => {
  if (Array.isArray(words)) return { enum: [...words, null] }
  // A schema without a type allows each value.
  return type === undefined ? schema : { type: [type, 'null'], ...schema }
}

const memberSchemas = (fields: readonly (readonly [string, Field])[]): JsonSchema =>
  Object.fromEntries(fields.map(([name, field]) => [name, attributeSchema(field)]))

const partSchemas = ({ members }: GroupField): JsonSchema =>
  memberSchemas(Object.entries(members).map(([name, field]) => [namePartMember(name, field), field]))

/** The JSON Schema of each attribute that `toDeclaredData` shows. C16.2: a computed one is null if a mask hides a source. */
export const declaredMembers = (type: RecordType): JsonSchema =>
  memberSchemas(
    listEventAttributes(type).map(([name, field]) => [
      name,
      field.computed ? (type.shown[name] ?? field) : field,
    ]),
  )
