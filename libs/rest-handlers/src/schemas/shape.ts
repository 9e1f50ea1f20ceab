import { type RelatedSelection, type Row, type Selection } from '@content-service/domain'
import { mapLinks, type Field } from '@content-service/domain/internal/model'
import { timestamp } from '@content-service/domain/internal/rules'
import type { TSchema } from 'typebox'
import { findPart } from './part-mark.ts'

/** How records are read and shown: a response has the members of its schema, and no others. */
export interface Shape {
  readonly select: Selection
  readonly present: (record: object) => Row
}

/** Names the link whose id a member has. */
const LINK_ID = Symbol('link')

/** The schema of the id of a link, which is null if the caller does not see the record (C14.2). */
export const describeLinkId = <Schema extends TSchema>(link: string, schema: Schema): Schema => ({
  ...schema,
  [LINK_ID]: link,
})

/** Marks a member that bodies leave out, unless the URL asks for it. */
const WHEN_ASKED = Symbol('when asked')

/** The schema of a member that a body has only if the URL asks for it (C17.9). */
export const whenAsked = <Schema extends TSchema>(schema: Schema): Schema => ({
  ...schema,
  [WHEN_ASKED]: true,
})

export const isShownWhenAsked = (schema: TSchema): boolean => WHEN_ASKED in schema

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

/** The stored id can be that of a record that the caller may not read, so that the record is asked. */
const linkIdMember = (name: string, link: string): Member => ({
  name,
  reads: [],
  related: [{ as: link, relation: link, isNullable: true, select: { fields: ['id'] } }],
  show: (row) => {
    const linked = row[link] as Row | null
    return linked && String(linked['id'])
  },
})

/** C2.1, C2.2: times as RFC 3339, and the id of a user as text. */
const showValue = (type: unknown, value: unknown): unknown => {
  if (value instanceof Date) return timestamp(value)
  return type === 'string' && typeof value === 'number' ? String(value) : value
}

/** C2.1: the ids of users in parts are texts, too. */
const partMember = (name: string, field: Field): Member => ({
  name,
  reads: [name],
  related: [],
  show: (row) => mapLinks(field, row[name], ({ id }) => id && String(id)),
})

const createMember = (name: string, schema: TSchema, special: SpecialMember | undefined): Member => {
  if (special) return { name, related: [], ...special }
  const { [LINK_ID]: link } = schema as { readonly [LINK_ID]?: string }
  if (link !== undefined) return linkIdMember(name, link)
  const part = findPart(schema)
  if (part) return partMember(name, part)
  const related = relatedSchema(schema)
  if (related) return relatedMember(name, related)
  const { type } = schema as { readonly type?: unknown }
  return { name, reads: [name], related: [], show: (row) => showValue(type, row[name]) }
}

/** The short form of a link stands before its id, and reads the id, too. */
const joinRelated = (members: readonly Member[]): readonly RelatedSelection[] => {
  const joined = new Map<string, RelatedSelection>()
  for (const each of members.flatMap(({ related }) => related))
    if (!joined.has(each.as)) joined.set(each.as, each)
  return [...joined.values()]
}

/**
 * The shape of an object schema. An object below is a related record, under the name of the relation. A member that is shown when
 * asked needs a special member.
 */
export const createShape = (
  { properties }: ShapeSchema,
  special: Readonly<Record<string, SpecialMember>> = {},
): Shape => {
  const members = Object.entries(properties)
    .filter(([name, schema]) => special[name] !== undefined || !isShownWhenAsked(schema))
    .map(([name, schema]) => createMember(name, schema, special[name]))
  return {
    select: {
      fields: [...new Set(members.flatMap(({ reads }) => reads))],
      related: joinRelated(members),
    },
    present: (record) => {
      const shown: Record<string, unknown> = {}
      for (const { name, show } of members) shown[name] = show(record as Row)
      return shown
    },
  }
}
