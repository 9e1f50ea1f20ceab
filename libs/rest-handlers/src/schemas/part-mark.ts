import type { Field } from '@content-service/domain/internal/model'
import type { TSchema } from 'typebox'

/** Marks a schema whose values the record itself has, and whose parts the domain alone checks. */
const PART = Symbol('part')

/** C16.1: the schema of a group, a list or blocks. */
export const asPart = <Schema extends TSchema>(field: Field, schema: Schema): Schema => ({
  ...schema,
  [PART]: field,
})

/** The field whose parts a schema describes; undefined for other schemas. */
export const findPart = (schema: object): Field | undefined => (schema as { readonly [PART]?: Field })[PART]

/** The schema of a body without the parts, which the domain checks: its problems have the places of all parts. */
export const withoutParts = (schema: TSchema): TSchema => {
  const { properties } = schema as { readonly properties?: Readonly<Record<string, TSchema>> }
  if (properties === undefined || !Object.values(properties).some(findPart)) return schema
  const members = Object.entries(properties).map(([name, member]) => [name, findPart(member) ? {} : member])
  return { ...schema, properties: Object.fromEntries(members) }
}
