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
import { writeTime } from './postgresql-times.ts'

// A column without a kind can be of any type. Each type can become JSON, and no collation, time zone or date format of the
// session changes how JSON compares.
const toJson = (column: Piece): Pieces => ['to_jsonb(', column, ')']
const toText = (column: Piece): Pieces => ['(', ...toJson(column), " #>> '{}')"]

/** The type of a column. `coalesce` has the base type of a domain. */
const typeOf = (column: Piece): Pieces => ['pg_typeof(coalesce(', column, ', null))']
const oneOf = (types: readonly string[], suffix = '') =>
  ` = any('{${types.map((type) => type + suffix).join()}}'::regtype[])`

const LOCAL_TIMES = ['timestamp', 'date']
const TIMES = ['timestamptz', ...LOCAL_TIMES]
const FLOATS = ['float4', 'float8']
/** Drivers return no text for these types, although their JSON can be a text: NaN is a text. */
const NO_TEXTS = [...TIMES, ...FLOATS, 'numeric', 'interval', 'bytea', 'point', 'circle', 'oid']

const jsonTypes = ['', '', 'string', 'boolean', 'number', 'no time']

/** Infinity, and years that no date of JavaScript has, some of which no `timestamp` has either. */
const NO_DATE = String.raw` !~ '^(\d{7}|[3-9]\d{5}|2[89]\d{4}|27[6-9]\d{3})-|infinity'`

export function sidesOfAnyColumn({ column, group, values }: Compared): Sides {
  if (group === DATE)
    return computed(values, isTime(column), readTime(column), cast(writeTime, 'timestamptz'))
  if (group === NUMBER) return computed(values, isNumber(column), readNumber(column), cast(json, 'numeric'))
  const left = toJson(column)
  const isText = group === TEXT ? [' and not ', ...typeOf(column), oneOf(NO_TEXTS)] : []
  const guard = ['jsonb_typeof(', ...left, `) = '${jsonTypes[group]}'`, ...isText]
  return { left, guard, ...cast(json, 'jsonb') }
}

/** The value is null for a row that cannot be tested, because PostgreSQL can evaluate the parts of an `and` in any order. */
const computed = (
  values: readonly unknown[],
  guard: Pieces,
  value: Pieces,
  right: Pick<Sides, 'right' | 'set'>,
): Sides => ({
  left: ['case when ', ...guard, ' then ', ...value, ' end'],
  ...right,
  ...(values.length === 0 && { guard }),
})

/** Values that a driver sends as texts, because drivers know other types in different ways. */
function cast(write: (value: never) => string, type: string): Pick<Sides, 'right' | 'set'> {
  const right = (value: unknown): Pieces => [{ value: write(value as never) }, `::text::${type}`]
  const toArray = (values: readonly unknown[]): Pieces => [
    { value: values.map((value) => write(value as never)) },
    `::text[]::${type}[])`,
  ]
  return {
    right,
    set: (values) =>
      values.length > MOST_PLACES
        ? { yes: ' = any(', no: ' <> all(', values: toArray(values) }
        : listed(values, right),
  }
}

/** NaN and infinite floats are texts in JSON. */
const isNumber = (column: Piece): Pieces => [
  ...['(jsonb_typeof(', ...toJson(column), ") = 'number' or ", ...typeOf(column), oneOf(FLOATS), ') and '],
  ...[...toText(column), " <> 'NaN'"],
]

const readNumber = (column: Piece): Pieces => [...toText(column), '::numeric']

const isTime = (column: Piece): Pieces => [
  ...typeOf(column),
  oneOf(TIMES),
  ' and ',
  ...toText(column),
  NO_DATE,
]

/** The milliseconds of a time. A time without a zone is a time in UTC. */
const readTime = (column: Piece): Pieces => [
  ...['case when ', ...typeOf(column), oneOf(LOCAL_TIMES), ' then ', ...truncated(toText(column), false)],
  ...[' else ', ...truncated(toText(column), true), ' end'],
]

const truncated = (text: Pieces, hasZone: boolean): Pieces => [
  ...["date_trunc('milliseconds', ", ...text, hasZone ? '::timestamptz)' : "::timestamp) at time zone 'UTC'"],
]

/** Without a value, no element equals the value. */
export function containsInAny({ column, group, values }: Compared): Form {
  const list = toJson(column)
  const isArray = ['jsonb_typeof(', ...list, ") = 'array'"]
  if (group === DATE) return containsTime(column, values)
  const isOther = `(@.type() != "${jsonTypes[group]}" && @.type() != "null")`
  const others = ['jsonb_path_exists(', ...list, `, '$[*] ? ${isOther}')`]
  const found = values.length > 0 ? [...list, ' @> ', { value: json(values[0]) }, '::text::jsonb'] : ['false']
  const guard = group === TEXT ? [...isArray, ' and not ', ...typeOf(column), oneOf(NO_TEXTS, '[]')] : isArray
  return either(column, found, ['not ', ...found, ' and not ', ...others], guard)
}

/** The elements of an array of times are texts in JSON. */
function containsTime(column: Piece, values: readonly unknown[]): Form {
  const isList = [...typeOf(column), oneOf(TIMES, '[]')]
  const items = ['case when ', ...isList, ' then ', ...toJson(column), " else '[]' end"]
  const some = (test: Pieces): Pieces => [
    ...['exists (select from jsonb_array_elements_text(', ...items, ') as authz(item) where '],
    ...[...test, ')'],
  ]
  const hasZone = [...typeOf(column), oneOf(['timestamptz[]'])]
  const time = [
    ...['case when ', ...hasZone, ' then ', ...truncated(['item'], true)],
    ...[' else ', ...truncated(['item'], false), ' end'],
  ]
  const dates = ['case when item', NO_DATE, ' then ', ...time, ' end']
  const found =
    values.length > 0
      ? some([...dates, ' = ', ...cast(writeTime, 'timestamptz').right(values[0])])
      : ['false']
  // An element that no date of JavaScript can be is of another class.
  const others = some(['not item', NO_DATE])
  const empty = ['jsonb_typeof(', ...toJson(column), ") = 'array' and not jsonb_path_exists("]
  const onlyNulls = [...empty, ...toJson(column), `, '$[*] ? (@.type() != "null")')`]
  const none = ['not ', ...found, ' and not ', ...others, ' and (', ...isList, ' or ', ...onlyNulls, ')']
  return either(column, found, none)
}
