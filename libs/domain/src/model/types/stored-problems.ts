import { findProblems, type Rule } from '../../rules/accept.ts'
import type { Problem } from '../../rules/errors.ts'
import { isLink, isMany, listWords, type Field } from '../fields/field.ts'
import { findCheckProblems } from './check-problems.ts'
import type { Fields } from './record-operation.ts'
import type { RecordType } from './record-type.ts'
import { findSizeProblems } from './size-problems.ts'

type Values = Readonly<Record<string, unknown>>
type StoredType = Pick<RecordType, 'name' | 'check' | 'attributes' | 'manyLinks' | 'partLinks'>

/** The database refuses links to nothing, and a comparison of the tables counts unknown words. */
const hasRule = (field: Field): boolean => !isLink(field) && listWords(field) === null

/** A stored value in the form in which clients send it. */
const toGiven = (field: Field, value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString()
  return isMany(field) && Array.isArray(value) ? value.map(String) : value
}

/** A missing value of a required field is counted by a comparison of the tables. */
const createStoredRule =
  (field: Field): Rule =>
  (value: unknown) =>
    value === null || value === undefined ? value : field.check(toGiven(field, value))

const listRules = ({ attributes, manyLinks }: StoredType, fields: ReadonlySet<string> | null) => {
  const own: Fields = {
    ...attributes,
    ...Object.fromEntries(manyLinks.map(({ attribute, field }) => [attribute, field])),
  }
  return Object.fromEntries(
    Object.entries(own)
      .filter(([name, field]) => hasRule(field) && (fields === null || fields.has(name)))
      .map(([name, field]) => [name, createStoredRule(field)]),
  )
}

/**
 * C17.10: finds what a declaration of now refuses in a stored record: limits, patterns and sizes, and then what the check of the type
 * finds. `fields` are the attributes with rules; null for all. @throws Error for code of a check that fails.
 */
export const createStoredCheck = (
  type: StoredType,
  fields: ReadonlySet<string> | null,
): ((record: object) => readonly Problem[]) => {
  const rules = listRules(type, fields)
  return (record) => {
    const problems = findProblems(rules, record as Values)
    if (problems.length > 0) return problems
    const write = { record, previous: null }
    return [...findSizeProblems(type, write), ...findCheckProblems(type, write)]
  }
}
