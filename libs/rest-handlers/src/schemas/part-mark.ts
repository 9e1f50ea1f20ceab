import type { TSchema } from 'typebox'

/** Marks a schema whose values the record itself has, and whose parts the domain alone checks. */
const PART = Symbol('part')

/** C16.1: the schema of a group, a list or blocks. */
export const asPart = <Schema extends TSchema>(schema: Schema): Schema => ({ ...schema, [PART]: true })

export const isPart = (schema: object): boolean => PART in schema

/** The schema of a body without the parts, which the domain checks: its problems have the places of all parts. */
export const withoutParts = (schema: TSchema): TSchema => {
  const { properties } = schema as { readonly properties?: Readonly<Record<string, TSchema>> }
  if (properties === undefined || !Object.values(properties).some(isPart)) return schema
  const members = Object.entries(properties).map(([name, member]) => [name, isPart(member) ? {} : member])
  return { ...schema, properties: Object.fromEntries(members) }
}
