import type { Body, Revision } from '../api/client.ts'
import { nameAttribute, type ContentType, type Field } from '../api/model.ts'
import { showValue } from '../fields/show-value.ts'

/** A field of which a version has another value than the record. */
export interface Difference {
  readonly field: Field
  readonly then: string
  readonly now: string
}

/** The value of a field in full: a line cannot show parts and lists of links. */
const write = (field: Field, body: Body): string => {
  const value = body[nameAttribute(field)]
  const isWhole = typeof value === 'object' && value !== null && field.kind !== 'tags'
  return isWhole ? JSON.stringify(value, null, 2) : showValue(field, body)
}

/** C17.3: what a restore would change. It never brings back the state, or a value that no client sets. */
export const listDifferences = (
  { fields }: ContentType,
  then: Revision,
  now: Body,
): readonly Difference[] => {
  const differs = (field: Field): boolean => {
    const name = nameAttribute(field)
    return name in then && JSON.stringify(then[name]) !== JSON.stringify(now[name])
  }
  return fields
    .filter((field) => field.kind !== 'state' && !field.readOnly && differs(field))
    .map((field) => ({ field, then: write(field, then), now: write(field, now) }))
}
