import { isObject } from '../../../rules/is-object.ts'
import type { ReferenceValues } from '../../../reading/reading.ts'

const bindValue = (value: unknown, values: ReferenceValues): unknown => {
  if (Array.isArray(value)) return value.map((each) => bindValue(each, values))
  // A filter has the conditions of the permission in the place of `may`.
  if (!isObject(value) || value instanceof Date || value['op'] === 'may') return value
  const { subject } = value
  if (typeof subject === 'string') return values[subject]
  const bound = Object.entries(value).map(([name, each]) => [name, bindValue(each, values)])
  // Functions of texts are under a symbol.
  return { ...value, ...Object.fromEntries(bound) }
}

/** A query, or a condition, with values in the place of its references, at all depths. */
export const bindReferences = <Q extends object>(query: Q, values: ReferenceValues): Q =>
  // The members keep their names, and a reference stands where its value may stand.
  bindValue(query, values) as Q
