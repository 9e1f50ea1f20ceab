import type { Kind } from '../engine/conditions/kind.ts'
import { BOOLEAN, DATE, NUMBER, TEXT } from '../engine/conditions/value.ts'
import {
  type Compared,
  type Form,
  MOST_PLACES,
  type Piece,
  type Pieces,
  type Sides,
  either,
  jsonList,
  listed,
  searching,
} from './form.ts'

const ISO_TIME = '%Y-%m-%dT%H:%M:%fZ'
const ISO_DAY = '%Y-%m-%d'

/** SQLite stores dates as ISO text, and booleans as 0 and 1. */
const write = (value: unknown, kind?: Kind): unknown =>
  value instanceof Date
    ? value.toISOString().slice(0, kind === 'date' ? 10 : undefined)
    : typeof value === 'boolean'
      ? Number(value)
      : value

/** SQLite has infinite numbers, but not every driver binds them. */
export const bind = (value: unknown): Pieces =>
  typeof value === 'number' && Math.abs(value) === Infinity ? [value > 0 ? '9e999' : '-9e999'] : [{ value }]

const format = (form: string, column: Piece): Pieces => [`strftime('${form}', `, column, ')']

/** Without a kind, the text can be a day, too. */
function isTime(column: Piece, kind: Kind | undefined): Pieces {
  const hasForm = (form: string) => [...format(form, column), ' = ', column]
  if (kind) return hasForm(kind === 'date' ? ISO_DAY : ISO_TIME)
  return ['(', ...hasForm(ISO_TIME), ' or ', ...hasForm(ISO_DAY), ')']
}

/** Text has an order of its own in some columns. The text of a day is a prefix of the text of a time. */
function readColumn({ column, group, kind }: Compared): Pieces {
  if (group === TEXT) return [column, ' collate binary']
  return group === DATE && !kind ? format(ISO_TIME, column) : [column]
}

/** A column can have values of all types, and it converts the values that it is compared with. */
function writeGuard({ column, group, kind }: Compared): Pieces {
  const type = ['typeof(', column, ')']
  if (group === TEXT) return [...type, " = 'text'"]
  if (group === DATE) return [...type, " = 'text' and ", ...isTime(column, kind)]
  if (group === BOOLEAN) return [...type, " = 'integer' and ", column, ' in (0, 1)']
  return kind === 'integer' || kind === 'bigint'
    ? [...type, " = 'integer'"]
    : [...type, " in ('integer', 'real')"]
}

/** Undefined for a boolean or date of a subject: without a kind, 1 can be a number, and a time can be a text. */
export function sides(given: Compared): Sides | undefined {
  const { group, kind, isForeign } = given
  if (isForeign && (group === BOOLEAN || group === DATE)) return undefined
  const right = (value: unknown): Pieces => bind(write(value, kind))
  return {
    ...((kind || isForeign || group === DATE) && { guard: writeGuard(given) }),
    left: readColumn(given),
    right,
    set: (values) =>
      values.length > MOST_PLACES
        ? {
            ...listed([]),
            values: [
              '(select value from json_each(',
              { value: jsonList(values.map((value) => write(value, kind))) },
              '))',
            ],
          }
        : listed(values, right),
  }
}

const elementTypes: Readonly<Record<number, string>> = {
  [TEXT]: "('text')",
  [BOOLEAN]: "('true', 'false')",
  [NUMBER]: "('integer', 'real')",
}

/** Drivers read the numbers of JSON as doubles. */
function equalsItem(group: number, value: unknown): Pieces {
  if (group !== NUMBER) return ['json_each.value = ', ...bind(write(value))]
  const number = Number(value)
  return typeof value === 'bigint' && BigInt(number) !== value
    ? ['false']
    : ['cast(json_each.value as real) = ', ...bind(number)]
}

/** SQLite stores arrays as JSON text. */
export function contains({ column, group, values, kind, isForeign }: Compared): Form {
  const from = ['exists (select 1 from json_each(', column, ') where ']
  const isEqual = values.length > 0 ? equalsItem(group, values[0]) : ['false']
  const found = [...from, ...isEqual, ')']
  if (!kind && !isForeign) return { yes: found, no: ['not coalesce(', ...found, ', false)'] }
  const isClass = `json_each.type in ${elementTypes[group] ?? "('')"}`
  const inArray = (test: Pieces): Pieces => [
    ...[
      'case when typeof(',
      column,
      ") = 'text' and json_valid(",
      column,
      ') then json_type(',
      column,
      ") = 'array' and ",
    ],
    ...test,
    ' end',
  ]
  const others = [...from, "json_each.type <> 'null' and (not ", isClass, ' or ', ...isEqual, '))']
  return either(column, inArray([...from, isClass, ' and ', ...isEqual, ')']), inArray(['not ', ...others]))
}

/** `length` and `substr` of a text stop at the code point 0, and those of bytes do not. `substr` of no bytes is null. */
function testEnd(column: Piece, value: unknown): Pieces {
  if (value === '') return ['true']
  const bytes = ['cast(', { value }, ' as blob)']
  return ['coalesce(substr(cast(', column, ' as blob), -length(', ...bytes, ")), x'') = ", ...bytes]
}

export function search(given: Compared): Form {
  const { column, op, values } = given
  const [value] = values
  const place = ['instr(', column, ', ', { value }, `) ${op === 'startsWith' ? '= 1' : '> 0'}`]
  const test = op === 'endsWith' ? testEnd(column, value) : place
  return searching(column, value === undefined ? undefined : test, writeGuard(given))
}

/** A column can have values of all types, and a function makes a text of each. */
export const writeText = (column: Piece): { readonly text: Piece; readonly guard: Pieces } => ({
  text: column,
  guard: ['typeof(', column, ") = 'text'"],
})
