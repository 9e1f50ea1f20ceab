import type { Pieces } from './form.ts'

// JavaScript has a decimal if it is an integer, or if it is the shortest text of a double.
const [LARGEST_FRACTION, SMALLEST_FRACTION] = ['9007199254740992', '4e-324']

/** Whether JavaScript has a decimal. PostgreSQL refuses to convert a decimal that is too small for a double. */
export const isExactDecimal = (decimal: Pieces): Pieces => [
  ...['case when trunc(', ...decimal, ') = ', ...decimal, ' then ', ...decimal],
  ...[" <> all('{NaN,Infinity,-Infinity}') when abs(", ...decimal, `) between ${SMALLEST_FRACTION}`],
  ...[` and ${LARGEST_FRACTION} then `, ...decimal, '::float8::text::numeric = ', ...decimal, ' end'],
]

/**
 * A double as the decimal that JavaScript compares: the shortest text of a fraction, and all digits of an integer. A large
 * integer has all of them only if a power of two divides it into an `int8`.
 */
export const floatToNumeric = (float: Pieces): Pieces => [
  `(select case when abs(f) < ${LARGEST_FRACTION} or abs(f) = 'Infinity' then f::text::numeric`,
  " when f <> 'NaN' then (f / power(2::float8, e))::int8 * power(2::numeric, e::numeric) end",
  ' from (select f, greatest(round(ln(greatest(abs(f), 1)) / ln(2::float8)) - 60, 0) from (select ',
  ...[...float, ') authz(f)) authz(f, e))'],
]

/** A decimal, or null if JavaScript has no such number. */
export const exactDecimal = (decimal: Pieces): Pieces => [
  ...['(select case when ', ...isExactDecimal(['d']), ' then d end from (select ', ...decimal, ') authz(d))'],
]

// JavaScript reads larger numbers as Infinity, and smaller numbers as 0. PostgreSQL refuses to convert them.
export const LARGEST = '1.797693134862315807937e308'
const SMALLEST = '2.4703282292062328e-324'

/** A number of JSON as a double, as JavaScript reads it. */
export function castToDouble(value: Pieces): Pieces {
  const number = ['(', ...value, ')::numeric']
  return [
    ...['case when jsonb_typeof(', ...value, ") = 'number' then case"],
    ...[' when abs(', ...number, `) >= ${LARGEST} then sign(`, ...number, ")::float8 * 'infinity'::float8"],
    ...[' when abs(', ...number, `) < ${SMALLEST} then 0::float8 else `, ...number, '::float8 end end'],
  ]
}
