import { DATE, NUMBER, TEXT } from '../engine/conditions/value.ts'
import { writeNumber } from './digits.ts'
import { type Compared, type Piece, type Pieces, type Sides, json, listedOrArray } from './form.ts'
import { castToDouble, exactDecimal, floatToNumeric } from './postgresql-numbers.ts'
import { END_OF_DAYS, END_OF_TIMES, writeTime } from './postgresql-times.ts'

// A column without a kind can be of any type. Each type can become JSON, and no collation, time zone or date format of the
// session changes how JSON compares.
export const toJson = (column: Piece): Pieces => ['to_jsonb(', column, ')']

/** The type of a column. `coalesce` has the base type of a domain. */
export const readType = (column: Piece): Pieces => ['pg_typeof(coalesce(', column, ', null))']
export const writeAnyOf = (types: readonly string[], suffix = '') =>
  ` = any('{${types.map((type) => type + suffix).join()}}'::regtype[])`

export const TIMES = ['timestamptz', 'timestamp', 'date']
/** Drivers return no text for these types, although their JSON can be a text: NaN is a text. */
export const NO_TEXTS = [
  ...TIMES,
  'float4',
  'float8',
  'numeric',
  'interval',
  'bytea',
  'point',
  'circle',
  'oid',
]

export const writeDigits = (value: unknown) => `${writeNumber(value)}`

export const jsonTypes = ['', '', 'string', 'boolean', 'number', 'no time']

export function sidesOfAnyColumn({ column, group, values }: Compared): Sides {
  if (group === DATE) return computed(values, readTime(column), cast(writeTime, 'timestamptz'))
  if (group === NUMBER) return computed(values, readNumber(column), cast(writeDigits, 'numeric'))
  return { left: toJson(column), guard: isOfType(column, group), ...cast(json, 'jsonb') }
}

function isOfType(column: Piece, group: number): Pieces {
  const isText = group === TEXT ? [' and not ', ...readType(column), writeAnyOf(NO_TEXTS)] : []
  return ['jsonb_typeof(', ...toJson(column), `) = '${jsonTypes[group]}'`, ...isText]
}

/** The text of a column, and whether it has one. */
export const textOfAnyColumn = (column: Piece): { readonly text: Pieces; readonly guard: Pieces } => ({
  text: ['(', ...toJson(column), ` #>> '{}') collate "C"`],
  guard: isOfType(column, TEXT),
})

/** The left side is null for a row that cannot be tested. */
const computed = (values: readonly unknown[], left: Pieces, right: Pick<Sides, 'right' | 'set'>): Sides => ({
  left,
  ...right,
  ...(values.length === 0 && { guard: [...left, ' is not null'] }),
})

/** Values that a driver sends as texts, because drivers know other types in different ways. */
export function cast(write: (value: never) => string, type: string): Pick<Sides, 'right' | 'set'> {
  const toText = (value: unknown) => write(value as never)
  const right = (value: unknown): Pieces => [{ value: toText(value) }, `::text::${type}`]
  return {
    right,
    set: listedOrArray(right, (values) => [{ value: values.map(toText) }, `::text[]::${type}[]`]),
  }
}

/** An infinite float is a text in JSON. The cast to text of an integer is faster than JSON. */
const readNumber = (column: Piece): Pieces => [
  ...['case when ', ...readType(column), writeAnyOf(['int2', 'int4', 'int8', 'oid'])],
  ...[
    ' then ',
    column,
    '::text::numeric when ',
    ...readType(column),
    writeAnyOf(['float4', 'float8']),
    ' then ',
  ],
  ...[
    ...floatToNumeric([column, '::text::float8']),
    ' when ',
    ...readType(column),
    writeAnyOf(['json', 'jsonb']),
  ],
  ...[' then ', ...floatToNumeric(castToDouble(toJson(column))), ' when jsonb_typeof(', ...toJson(column)],
  ...[") = 'number' then ", ...exactDecimal(['(', ...toJson(column), " #>> '{}')::numeric"]), ' end'],
]

const readTime = (column: Piece): Pieces =>
  readTimeAs(readType(column), ['(', ...toJson(column), " #>> '{}')"])

/** The milliseconds of a time with the type. A time without a zone is a time in UTC. */
export const readTimeAs = (type: Pieces, text: Pieces, suffix = ''): Pieces => [
  ...['case ', ...type, ` when 'timestamptz${suffix}'::regtype then date_trunc('milliseconds', `],
  ...[
    ...finite(text, 'timestamptz'),
    `) when 'timestamp${suffix}'::regtype then date_trunc('milliseconds', `,
  ],
  ...[...finite(text, 'timestamp'), `) at time zone 'UTC' when 'date${suffix}'::regtype then `],
  ...[...finite(text, 'date'), "::timestamp at time zone 'UTC' end"],
]

/** Null for infinity, and for a time that no date of JavaScript has; no `timestamp` has some of these years. */
function finite(text: Pieces, type: string): Pieces {
  const end = type === 'date' ? END_OF_DAYS : END_OF_TIMES
  return ['nullif(nullif(least(', ...text, `::${type}, '${end}'), '${end}'), '-infinity')`]
}
