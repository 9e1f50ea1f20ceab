import type { Kind } from '../conditions/kind.ts'
import { DATE, NUMBER, TEXT } from '../conditions/value.ts'
import {
  type Compared,
  type Form,
  MOST_PLACES,
  type Piece,
  type Pieces,
  type Sides,
  either,
  json,
  listed,
} from './form.ts'

const types: Readonly<Record<Kind, string>> = {
  boolean: 'bool',
  integer: 'int8',
  bigint: 'int8',
  decimal: 'numeric',
  float: 'float8',
  text: 'text',
  citext: 'text',
  uuid: 'uuid',
  timestamp: 'timestamptz',
  date: 'date',
  textArray: 'text',
  integerArray: 'int8',
  uuidArray: 'uuid',
}

const isInteger = (bits: number) => (value: unknown) =>
  (typeof value === 'bigint' || Number.isInteger(value)) && fits(BigInt(value as number), bits)

const fits = (value: bigint, bits: number) => BigInt.asIntN(bits, value) === value

/** The type of numbers that columns of every numeric type can be compared with. PostgreSQL finds the type of small integers. */
const typeOfNumbers = (values: readonly unknown[]): string =>
  values.every(isInteger(32)) ? '' : values.every(isInteger(64)) ? 'int8' : 'numeric'

/** A time as PostgreSQL writes it, also before the year 1 and after the year 9999. */
function writeTime(value: Date): string {
  const year = value.getUTCFullYear()
  const rest = value.toISOString().slice(-20)
  return year > 0
    ? `${String(year).padStart(4, '0')}${rest}`
    : `${String(1 - year).padStart(4, '0')}${rest} BC`
}

/** postgres.js sends each bigint as an int8. */
const write = (value: unknown): unknown =>
  value instanceof Date
    ? writeTime(value)
    : typeof value === 'bigint' && !fits(value, 64)
      ? `${value}`
      : value

/** Values with a type. A time is a text first, because drivers know its type in different ways. */
export function typed(left: Pieces, type: string, indexed?: Pieces): Sides {
  const isTime = type === 'timestamptz' || type === 'date'
  const cast = type && `::${isTime ? 'text::' : ''}${type}`
  const castAll = `::${isTime ? `text[]::${type}` : type}[])`
  const right = (value: unknown): Pieces => [{ value: write(value) }, cast]
  return {
    left,
    ...(indexed && { indexed }),
    right,
    set: (values) =>
      values.length > MOST_PLACES
        ? { yes: ' = any(', no: ' <> all(', values: [{ value: values.map(write) }, castAll] }
        : listed(values, right),
  }
}

function sidesOfKind(kind: Kind, column: Piece, op: Compared['op']): Sides {
  const type = types[kind]
  switch (kind) {
    case 'text': // The collation of the column can ignore differences.
      return typed([column, ' collate "C"'], type, [column])
    case 'citext':
      return typed([column, '::text collate "C"'], type)
    case 'decimal':
    case 'float':
      return { ...typed([column], type), guard: [column, " <> 'NaN'"] }
    case 'timestamp': {
      const isEqual = op === 'eq' || op === 'in'
      const left = isEqual ? ["date_trunc('milliseconds', ", column, ')'] : [column]
      return { ...typed(left, type), guard: ['isfinite(', column, ')'] }
    }
    case 'date':
      return { ...typed([column], type), guard: ['isfinite(', column, ')'] }
    default:
      return typed([column], type)
  }
}

const jsonTypes = ['', '', 'string', 'boolean', 'number', 'no time']
// Drivers return no text for these types. NaN is a text in JSON.
const NO_TEXT = `'{timestamptz,timestamp,date,interval,bytea,point,circle,float4,float8,numeric}'::regtype[]`
const TIMES = `'{timestamptz,timestamp,date}'::regtype[]`

/** A column of any type as JSON: each type can become JSON, and each JSON value can be compared with each other. */
function sidesOfAnyColumn(column: Piece, group: number): Sides {
  if (group === DATE) {
    const guard = ['pg_typeof(', column, `) = any(${TIMES}) and `, column, `::text !~ 'infinity'`]
    const time = ["date_trunc('milliseconds', ", column, '::text::timestamptz)']
    // PostgreSQL can evaluate the parts of an "and" in any order.
    return { ...typed(['case when ', ...guard, ' then ', ...time, ' end'], 'timestamptz'), guard }
  }
  const left = ['to_jsonb(', column, ')']
  const isText = group === TEXT ? [' and pg_typeof(', column, `) <> all(${NO_TEXT})`] : []
  const guard = ['jsonb_typeof(', ...left, `) = '${jsonTypes[group]}'`, ...isText]
  const right = (value: unknown): Pieces => [{ value: json(value) }, '::text::jsonb']
  const set: Sides['set'] = (values) =>
    values.length > MOST_PLACES
      ? { yes: ' = any(', no: ' <> all(', values: [{ value: values.map(json) }, '::text[]::jsonb[])'] }
      : listed(values, right)
  return { left, guard, right, set }
}

/** With a place for each literal, the index of a column without a kind serves the list. PostgreSQL allows 65,535 places. */
const MOST_LITERALS = 10_000

export function sides({ column, op, group, values, kind, isForeign }: Compared): Sides {
  if (kind) return sidesOfKind(kind, column, op)
  if (isForeign || (values.length > MOST_LITERALS && group !== NUMBER)) return sidesOfAnyColumn(column, group)
  if (group === NUMBER)
    return typed([column], typeOfNumbers(values) || (values.length > MOST_PLACES ? 'int8' : ''))
  const right = (value: unknown): Pieces => [{ value }]
  return { left: [column], right, set: (all) => listed(all, right) }
}

/** The negation is true for an array that has only null. */
const hasNoElements = (column: Piece): Pieces => [
  'coalesce(cardinality(array_remove(',
  column,
  ', null)) = 0, true)',
]

const containing = (pieces: Pieces): Form => ({ yes: pieces, no: ['not coalesce(', ...pieces, ', false)'] })

/** Without a value, no element equals the value. If the column has a kind, the elements are of another class. */
export function contains({ column, group, values, kind, isForeign }: Compared): Form {
  if (values.length === 0 && !isForeign) return { yes: ['false'], no: hasNoElements(column) }
  const [value] = values
  if (kind && kind !== 'integerArray')
    return containing([column, ' @> array[', { value }, `]::${types[kind]}[]`])
  if (isForeign) return containsInJson(column, group, values)
  const type = kind ? types[kind] : group === NUMBER ? typeOfNumbers(values) : ''
  return containing([{ value }, type && `::${type}`, ' = any(', column, ')'])
}

function containsInJson(column: Piece, group: number, values: readonly unknown[]): Form {
  const list = ['to_jsonb(', column, ')']
  const isArray = ['jsonb_typeof(', ...list, ") = 'array'"]
  const found =
    values.length > 0 && group !== DATE
      ? [...list, ' @> ', { value: json(values[0]) }, '::text::jsonb']
      : ['false']
  const others = [...list, `, '$[*] ? (@.type() != "${jsonTypes[group]}" && @.type() != "null")')`]
  return either(column, found, ['not ', ...found, ' and not jsonb_path_exists(', ...others], isArray)
}
