import { BOOLEAN, DATE, NUMBER, TEXT } from '../engine/conditions/value.ts'
import {
  type Compared,
  type Form,
  MOST_PLACES,
  type Piece,
  type Pieces,
  type Sides,
  either,
  json,
  jsonList,
  listed,
  searching,
} from './form.ts'
import { isExactNumber, isSafe, placeNumber } from './mysql-numbers.ts'

/** The types of numbers in JSON. */
export const NUMBERS = "('INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL')"

/** For the usual collations, 'a', 'A' and 'a ' are equal, so this compares bytes. */
export const castToBytes = (text: Pieces): Pieces => ['cast(convert(', ...text, ' using utf8mb4) as binary)']

/** MySQL compares 'abc' with 0 and finds them equal. Numbers and times have the coercibility 5. MariaDB has no times in JSON. */
function writeGuard(column: Piece, group: number): Pieces {
  const type = ['json_type(json_extract(json_array(', column, "), '$[0]'))"]
  if (group === NUMBER) return [...type, ` in ${NUMBERS}`]
  const isNoText = ['coercibility(', column, ') ']
  return group === TEXT
    ? [...isNoText, '< 5 and ', ...type, " = 'STRING'"]
    : [...isNoText, '= 5 and ', ...type, ` not in ('NULL', ${NUMBERS.slice(1)}`]
}

function place(value: unknown, { group, kind, column }: Placed): Pieces {
  if (group === NUMBER) return placeNumber(value as number | bigint, kind, column)
  return [{ value: kind === 'date' ? (value as Date).toISOString().slice(0, 10) : value }]
}

type Placed = Pick<Compared, 'group' | 'kind' | 'column'>

/** The members of a JSON list as rows. */
function writeSet(values: readonly unknown[], group: number) {
  const [member, type] = group === TEXT ? ['cast(v as binary)', 'longtext'] : ['v', 'double']
  const rows = `, '$[*]' columns (v ${type} path '$')) members)`
  return { ...listed([]), values: [`(select ${member} from json_table(`, { value: jsonList(values) }, rows] }
}

/** The values of a comparison. */
export function valueSides(placed: Placed): Pick<Sides, 'right' | 'set'> {
  const { group } = placed
  const right = (value: unknown) => place(value, placed)
  return {
    right,
    set: (values) =>
      values.length > MOST_PLACES && (group === TEXT || (group === NUMBER && values.every(isSafe)))
        ? writeSet(values, group)
        : listed(values, right),
  }
}

/** Undefined for a boolean of a subject: without a kind, 1 can be a number. */
export function sides(given: Compared): Sides | undefined {
  const { column, group, kind, isForeign } = given
  if (isForeign && group === BOOLEAN) return undefined
  const guard = [...(isForeign ? [writeGuard(column, group)] : []), ...guardsOfValues(given)]
  return {
    ...(guard.length > 0 && { guard: guard.flatMap((test, i) => (i > 0 ? [' and ', ...test] : test)) }),
    left: group === TEXT ? castToBytes([column]) : [column],
    ...(kind && group === TEXT && { indexed: { left: [column], ...valueSides(given) } }),
    ...valueSides(given),
  }
}

/** The tests of the values that a column of the class can have, and that JavaScript does not have. */
function guardsOfValues({ column, group, kind }: Compared): readonly Pieces[] {
  if (kind === 'boolean') return [[column, ' in (0, 1)']]
  return group === NUMBER && (!kind || kind === 'decimal') ? [isExactNumber(column)] : []
}

/** MySQL stores arrays as JSON. MariaDB has no `member of`. */
export function contains({ column, group, values, kind, isForeign }: Compared): Form {
  const [value] = values
  if (!kind && !isForeign && values.length > 0) {
    const found = [{ value }, ' member of(', column, ')']
    return { yes: found, no: ['not coalesce(', ...found, ', false)'] }
  }
  const inArray = (test: Pieces): Pieces => [
    ...['case when json_valid(', column, ') then json_type(', column, ") = 'ARRAY' and "],
    ...test,
    ' end',
  ]
  const found =
    values.length === 0 || group === DATE
      ? ['false']
      : group === NUMBER
        ? hasNumber(column, value as number | bigint)
        : ['json_contains(', column, ', ', { value: json(value) }, ')']
  // MariaDB finds 1 if it looks for true, so that the elements must have the class of the value.
  const isTestable = [' and not ', ...hasOthers(column, group)]
  return either(column, inArray([...found, ...isTestable]), inArray(['not ', ...found, ...isTestable]))
}

/** The type of the item at a place of the array. */
const typeOfItem = (column: Piece): Pieces => [
  'json_type(json_extract(',
  column,
  ", concat('$[', authz_place - 1, ']')))",
]

/** MariaDB finds 1e-13 if it looks for 0. Drivers read the numbers of JSON as doubles. */
function hasNumber(column: Piece, value: number | bigint): Pieces {
  if (typeof value === 'bigint' && BigInt(Number(value)) !== value) return ['false']
  return [
    'exists (select 1 from json_table(',
    column,
    ", '$[*]' columns (authz_place for ordinality, authz_number double path '$')) elements where authz_number = ",
    { value: Number(value) },
    ' and ',
    ...typeOfItem(column),
    ` in ${NUMBERS})`,
  ]
}

const elementTypes: Readonly<Record<number, string>> = {
  [TEXT]: "'STRING'",
  [BOOLEAN]: "'BOOLEAN'",
  [NUMBER]: NUMBERS.slice(1, -1),
}

/** Whether the array has elements that are neither null nor of the class. */
const hasOthers = (column: Piece, group: number): Pieces => [
  ...[
    'exists (select 1 from json_table(',
    column,
    ", '$[*]' columns (authz_place for ordinality)) elements where ",
  ],
  ...typeOfItem(column),
  ` not in ('NULL'${elementTypes[group] ? `, ${elementTypes[group]}` : ''}))`,
]

export function search({ column, op, values, kind }: Compared): Form {
  const [value] = values
  const [part, text] = [castToBytes([{ value }]), castToBytes([column])]
  const test =
    op === 'endsWith'
      ? ['right(', ...text, ', length(', ...part, ')) = ', ...part]
      : ['locate(', ...part, ', ', ...text, `) ${op === 'startsWith' ? '= 1' : '> 0'}`]
  return searching(
    column,
    value === undefined ? undefined : test,
    kind ? undefined : writeGuard(column, TEXT),
  )
}

export const writeText = (column: Piece): { readonly text: Piece; readonly guard: Pieces } => ({
  text: column,
  guard: writeGuard(column, TEXT),
})
