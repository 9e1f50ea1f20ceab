import { nameAttribute, type Field } from '../api/model.ts'
import type { Body } from '../api/client.ts'

/** The values of a form, by the members of a body. */
export type Values = Readonly<Record<string, unknown>>

const readId = (linked: unknown): unknown =>
  typeof linked === 'object' && linked !== null && 'id' in linked ? linked.id : null

/** The value of a field in a body. Some bodies have a linked record in the place of its id. */
export const readValue = (body: Body, field: Field): unknown => {
  const attribute = nameAttribute(field)
  if (attribute in body) return body[attribute]
  return field.link === null ? null : readId(body[field.name])
}

/** The values that a form shows. */
export const readValues = (fields: readonly Field[], body: Body): Values =>
  Object.fromEntries(fields.map((field) => [nameAttribute(field), readValue(body, field)]))

/** The values of a new record. */
export const startValues = (fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map((field) => [nameAttribute(field), field.initial]))

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The values that differ, as a change sends them. */
export const findChanges = (base: Values, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSame(base[name] ?? null, value ?? null)),
  )

/** The same field, changed by two people. */
export interface Conflict {
  readonly name: string
  readonly mine: unknown
  readonly theirs: unknown
}

export interface Merged {
  readonly values: Values
  readonly conflicts: readonly Conflict[]
}

/** C20.4: joins the changes of two people to one record. A field that both have changed differently is a conflict. */
export const mergeChanges = (base: Values, mine: Values, theirs: Values): Merged => {
  const [changed, changedByThem] = [findChanges(base, mine), findChanges(base, theirs)]
  const conflicts = Object.keys(changed)
    .filter((name) => name in changedByThem && !isSame(mine[name], theirs[name]))
    .map((name) => ({ name, mine: mine[name], theirs: theirs[name] }))
  return { values: { ...theirs, ...changed }, conflicts }
}
