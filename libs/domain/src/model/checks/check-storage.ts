import { isLink, isText, type Field, type FieldKind } from '../fields/field.ts'
import { findKind } from '../fields/field-kinds.ts'
import type { RecordType } from '../types/record-type.ts'
import { countBytes, MAX_NAME_BYTES } from './database-names.ts'
import { problem } from './model-problem.ts'

/** The longest name in the database that follows from an attribute. */
const findLongestName = (plural: string, [attribute, field]: readonly [string, Field]): number => {
  const column = countBytes(attribute)
  if (isLink(field)) return `${plural}__fkey`.length + column
  if (field.index === 'text') return `${plural}_in__12345678`.length + column
  if (field.isUnique) return `${plural}__key`.length + column
  return field.index ? `${plural}_by_`.length + column : column
}

const checkNameLengths = ({ name, plural, attributes }: RecordType): readonly string[] =>
  Object.entries(attributes).flatMap((attribute) => {
    const length = findLongestName(plural, attribute)
    return problem(
      length > MAX_NAME_BYTES,
      `${name}.${attribute[0]}: a name in the database would have ${length} characters, and PostgreSQL cuts names after ${MAX_NAME_BYTES}; choose a shorter name`,
    )
  })

/** C16.1: the kinds beside texts whose values can be unique by themselves. */
const UNIQUE: ReadonlySet<FieldKind> = new Set(['integer', 'decimal', 'date', 'choice'])

const isInt32 = (value: number | undefined): boolean => value === (Number(value) | 0)

const checkFieldStorage = ({ name, attributes }: RecordType): readonly string[] =>
  Object.entries(attributes).flatMap(([attribute, field]) => {
    const { kind, schema, isUnique, search, seenWith } = field
    return [
      ...problem(
        findKind(field).sample === 'integer' && !(isInt32(schema.minimum) && isInt32(schema.maximum)),
        `${name}.${attribute}: the limits must be integers of 32 bits, from -2147483648 to 2147483647`,
      ),
      ...problem(
        isUnique && seenWith !== undefined,
        `${name}.${attribute}: a unique field cannot have seenWith, because CONFLICT would tell its value; leave out one of them`,
      ),
      ...problem(
        isUnique && !isText(field) && !UNIQUE.has(kind),
        `${name}.${attribute}: only texts, addresses, integers, decimals, dates and choices can be unique`,
      ),
      ...problem(
        search !== undefined && !isText(field) && !(kind === 'tags' && search === 'B'),
        `${name}.${attribute}: searches find lines and texts, and tags with the weight B`,
      ),
    ]
  })

/** The database can name, store, index and search the fields of the type. */
export const checkStorage = (type: RecordType): readonly string[] => [
  ...checkNameLengths(type),
  ...checkFieldStorage(type),
]
