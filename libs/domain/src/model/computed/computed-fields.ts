import { isComputedByReads, type Field } from '../fields/field.ts'
import type { Fields } from '../types/record-operation.ts'

/** The fields among these that code of the declaration computes. */
export const listComputed = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { computed }]) => computed !== undefined))

/** Others see null, or a part of the value alone, as of the address of a user. */
const findOwnActions = ({ seenWith, filteredWith }: Field): readonly string[] => {
  const action = seenWith ?? filteredWith
  return action === undefined ? [] : [action]
}

/** The actions that show a field to a caller. C16.2: those of all fields from which it is computed. */
export const findMaskActions = (field: Field, fields: Fields): readonly string[] => {
  if (field.computed === undefined) return field.seenWith === undefined ? [] : [field.seenWith]
  const actions = field.computed.from.flatMap((name) =>
    Object.hasOwn(fields, name) ? findOwnActions(fields[name] as Field) : [],
  )
  return [...new Set(actions)]
}

/** The field as the interfaces show it: a computed value can be null although its column never is. */
export const showComputedField = (field: Field, fields: Fields): Field =>
  field.computed !== undefined && (isComputedByReads(field) || findMaskActions(field, fields).length > 0)
    ? { ...field, isOptional: true }
    : field
