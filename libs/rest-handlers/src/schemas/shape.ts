import { type RelatedSelection, type Row, type Selection } from '@content-service/domain'
import { timestamp } from '@content-service/domain/rules'
import type { TSchema } from 'typebox'

/** How records are read and shown: a response has the members of its schema, and no others. */
export interface Shape {
  readonly select: Selection
  readonly present: (record: object) => Row
}

/** A member whose value is not the attribute of its own name. */
export interface SpecialMember {
  readonly reads: readonly string[]
  readonly related?: readonly RelatedSelection[]
  readonly show: (row: Row) => unknown
}

/** The members of an object. */
export interface ShapeSchema {
  readonly properties: Readonly<Record<string, TSchema & { readonly format?: string }>>
}

interface Member {
  readonly name: string
  readonly reads: readonly string[]
  readonly related: readonly RelatedSelection[]
  readonly show: (row: Row) => unknown
}

const isObjectSchema = (schema: unknown): schema is ShapeSchema =>
  typeof schema === 'object' && schema !== null && 'properties' in schema

/** The schema of a related record, which can be null. */
const relatedSchema = (schema: TSchema): ShapeSchema | undefined => {
  const { anyOf = [] } = schema as { readonly anyOf?: readonly unknown[] }
  return [schema, ...anyOf].find(isObjectSchema)
}

/** C14.2: null in the place of a record that the caller may not read. */
const relatedMember = (name: string, schema: ShapeSchema): Member => {
  const { select, present } = createShape(schema)
  const show = (row: Row) => row[name] && present(row[name] as Row)
  return { name, reads: [], related: [{ as: name, relation: name, isNullable: true, select }], show }
}

/** C2.1, C2.2: times as RFC 3339, and the id of a user as text. */
const showValue = (type: unknown, value: unknown): unknown => {
  if (value instanceof Date) return timestamp(value)
  return type === 'string' && typeof value === 'number' ? String(value) : value
}

const createMember = (name: string, schema: TSchema, special: SpecialMember | undefined): Member => {
  if (special) return { name, related: [], ...special }
  const related = relatedSchema(schema)
  if (related) return relatedMember(name, related)
  const { type } = schema as { readonly type?: unknown }
  return { name, reads: [name], related: [], show: (row) => showValue(type, row[name]) }
}

/** The shape of an object schema. An object below is a related record, under the name of the relation. */
export const createShape = (
  { properties }: ShapeSchema,
  special: Readonly<Record<string, SpecialMember>> = {},
): Shape => {
  const members = Object.entries(properties).map(([name, schema]) =>
    createMember(name, schema, special[name]),
  )
  return {
    select: {
      fields: [...new Set(members.flatMap(({ reads }) => reads))],
      related: members.flatMap(({ related }) => related),
    },
    present: (record) => {
      const shown: Record<string, unknown> = {}
      for (const { name, show } of members) shown[name] = show(record as Row)
      return shown
    },
  }
}
