import { adviseName } from '../../rules/similar-name.ts'
import { isMany, type Field } from '../fields/field.ts'
import { hasLinks } from '../links/part-links.ts'
import type { Fields } from '../types/record-operation.ts'
import type { RecordType } from '../types/record-type.ts'
import { problem } from './model-problem.ts'

/** A reader may see less of a link than the code. */
const hasLink = (field: Field): boolean => isMany(field) || hasLinks(field)

const isSource = (field: Field): boolean =>
  field.computed === undefined && field.kind !== 'counter' && !field.isHidden && !hasLink(field)

/** Why no value is computed from the field. */
const checkSource = (name: string, field: Field): readonly string[] => [
  ...problem(hasLink(field), `${name} leads to other records; name fields of the record itself`),
  ...problem(
    field.computed !== undefined,
    `${name} is computed itself; name the fields from which it is computed`,
  ),
  ...problem(field.kind === 'counter', `${name} is a counter, which changes without a write of the record`),
  ...problem(field.isHidden === true, `${name} is hidden, and the computed value would show it`),
]

const checkFrom = (fields: Fields, name: unknown): readonly string[] => {
  const field = typeof name === 'string' && Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field !== undefined) return checkSource(String(name), field)
  const known = Object.entries(fields).flatMap(([each, declared]) => (isSource(declared) ? [each] : []))
  return [`from: no field has the name ${String(name)}; ${adviseName(String(name), known)}`]
}

/** C16.2: what a computed field needs of the type: its sources, and that neither search nor errors tell masked values. */
const checkField = (type: RecordType, [name, field]: readonly [string, Field]): readonly string[] => [
  ...(field.computed?.from ?? []).flatMap((source) => checkFrom(type.fields, source)),
  ...problem(
    field.search !== undefined && type.masks[name] !== undefined,
    'searches would find a text that the mask of a field in from hides; remove search',
  ),
  ...problem(
    type.uniques.flat().includes(name),
    'a computed value cannot be unique, because its writer does not know it; make the fields in from unique together',
  ),
]

/** C16.2: the computed fields of a type. */
export const checkComputed = (type: RecordType): readonly string[] =>
  Object.entries(type.computed).flatMap((entry) =>
    checkField(type, entry).map((wrong) => `${type.name}.${entry[0]}: ${wrong}`),
  )
