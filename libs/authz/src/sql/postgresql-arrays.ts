import { DATE, TEXT } from '../engine/conditions/value.ts'
import { type Compared, type Form, type Piece, type Pieces, either, json } from './form.ts'
import {
  NO_TEXTS,
  TIMES,
  cast,
  jsonTypes,
  readTimeAs,
  toJson,
  readType,
  writeAnyOf,
  writeDigits,
} from './postgresql-any.ts'
import { castToDouble } from './postgresql-numbers.ts'
import { writeTime } from './postgresql-times.ts'

/** Whether the array has an element that passes a test of SQL/JSON. The mode `strict` opens no array inside. */
const hasElement = (column: Piece, test: string): Pieces => [
  ...['jsonb_path_exists(', ...toJson(column), `, 'strict $[*] ? (${test})', '{}', true)`],
]
const IS_VALUE = '@.type() != "null"'

/** Without a value, no element equals the value. */
export function containsInAny({ column, group, values }: Compared): Form {
  if (group === DATE) return containsTime(column, values)
  const [value] = values
  const list = toJson(column)
  const isArray = ['jsonb_typeof(', ...list, ") = 'array'"]
  const hasFound = values.length > 0 && Math.abs(Number(value)) !== Infinity
  const found = hasFound ? findValue(column, value) : ['false']
  const others = hasElement(column, `${IS_VALUE} && @.type() != "${jsonTypes[group]}"`)
  const no = ['not ', ...found, ' and not ', ...others]
  if (group !== TEXT) return either(column, found, no, isArray)
  const isText = ['not ', ...readType(column), writeAnyOf(NO_TEXTS, '[]')]
  const isEmpty = ['not ', ...hasElement(column, IS_VALUE)]
  return either(
    column,
    [...isText, ' and ', ...found],
    [...no, ' and (', ...isText, ' or ', ...isEmpty, ')'],
    isArray,
  )
}

function findValue(column: Piece, value: unknown): Pieces {
  if (typeof value === 'number' || typeof value === 'bigint') return findNumber(column, value)
  return [...toJson(column), ' @> ', { value: json(value) }, '::text::jsonb']
}

/** JavaScript reads the numbers of JSON, and of an array of floats, as doubles. */
function findNumber(column: Piece, value: number | bigint): Pieces {
  const list = toJson(column)
  const double = Number(value)
  const isDouble = typeof value === 'number' || BigInt(double) === value
  const inJson = isDouble ? hasDouble(list, double) : ['false']
  const inFloats = isDouble ? [...list, ' @> to_jsonb(', { value: double }, '::float8)'] : ['false']
  const inNumbers = [...list, ' @> ', { value: writeDigits(value) }, '::text::jsonb']
  return [
    ...['case when ', ...readType(column), writeAnyOf(['json', 'jsonb']), ' then ', ...inJson, ' when '],
    ...[...readType(column), writeAnyOf(['float4', 'float8'], '[]'), ' then ', ...inFloats],
    ...[' else ', ...inNumbers, ' end'],
  ]
}

const hasDouble = (list: Pieces, double: number): Pieces => [
  ...[
    'exists (select from jsonb_array_elements(case jsonb_typeof(',
    ...list,
    ") when 'array' then ",
    ...list,
  ],
  ...[" else '[]' end) authz(item) where ", ...castToDouble(['item']), ' = ', { value: double }, '::float8)'],
]

/** The elements of an array of times are texts in JSON. */
function containsTime(column: Piece, values: readonly unknown[]): Form {
  const type = readType(column)
  const isTimes = [...type, writeAnyOf(TIMES, '[]')]
  const from = ['case when ', ...isTimes, ' then ', ...toJson(column), " else '[]' end"]
  const some = (test: Pieces): Pieces => [
    ...['exists (select from jsonb_array_elements_text(', ...from, ') as authz(item) where ', ...test, ')'],
  ]
  const time = readTimeAs(type, ['item'], '[]')
  const found =
    values.length > 0 ? some([...time, ' = ', ...cast(writeTime, 'timestamptz').right(values[0])]) : ['false']
  const others = some(['item is not null and ', ...time, ' is null'])
  const isArray = ['jsonb_typeof(', ...toJson(column), ") = 'array'"]
  const isEmpty = [...isArray, ' and not ', ...hasElement(column, IS_VALUE)]
  const isTestable = ['(', ...isTimes, ' or ', ...isEmpty, ')']
  return either(column, found, ['not ', ...found, ' and not ', ...others, ' and ', ...isTestable])
}
