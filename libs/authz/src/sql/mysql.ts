import { BOOLEAN, DATE, NUMBER, TEXT } from '../value.ts'
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
} from './form.ts'

const NUMBERS = "('INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL')"

/** For the usual collations, 'a', 'A' and 'a ' are equal, so this compares bytes. */
const bytesOf = (column: Piece): Pieces => ['cast(convert(', column, ' using utf8mb4) as binary)']

/** MySQL compares 'abc' with 0 and finds them equal. */
function guardOf(column: Piece, group: number): Pieces {
  const type = ['json_type(json_extract(json_array(', column, "), '$[0]'))"]
  if (group === NUMBER) return [...type, ` in ${NUMBERS}`]
  if (group === TEXT) return [...type, " = 'STRING'"]
  // MariaDB has no times in JSON.
  return [...type, ` not in ${NUMBERS} and cast(`, column, ' as datetime(6)) is not null']
}

const isSafe = (value: unknown) => typeof value !== 'bigint' || Number.isSafeInteger(Number(value))

/** Drivers send numbers as floats, which have only 15 digits. */
const place = (value: unknown, isDay: boolean): Pieces => {
  if (!isSafe(value)) return ['cast(', { value: `${value}` }, ' as decimal(65))']
  return [
    {
      value: isDay
        ? (value as Date).toISOString().slice(0, 10)
        : typeof value === 'bigint'
          ? Number(value)
          : value,
    },
  ]
}

/** The members of a JSON list as rows. */
function setOf(values: readonly unknown[], group: number) {
  const [member, type] = group === TEXT ? ['cast(v as binary)', 'longtext'] : ['v', 'double']
  const rows = `, '$[*]' columns (v ${type} path '$')) members)`
  return { ...listed([]), values: [`(select ${member} from json_table(`, { value: jsonList(values) }, rows] }
}

/** Undefined for a boolean of a subject: without a kind, 1 can be a number. */
export function sides({ column, group, kind, isForeign }: Compared): Sides | undefined {
  if (isForeign && group === BOOLEAN) return undefined
  const right = (value: unknown) => place(value, kind === 'date')
  const guard = isForeign ? guardOf(column, group) : kind === 'boolean' ? [column, ' in (0, 1)'] : undefined
  return {
    ...(guard && { guard }),
    left: group === TEXT ? bytesOf(column) : [column],
    ...(kind && group === TEXT && { indexed: [column] }),
    right,
    set: (values) =>
      values.length > MOST_PLACES && (group === TEXT || (group === NUMBER && values.every(isSafe)))
        ? setOf(values, group)
        : listed(values, right),
  }
}

/** MySQL stores arrays as JSON. MariaDB has no `member of`. */
export function contains({ column, group, values, kind, isForeign }: Compared): Form {
  const [value] = values
  if (!kind && !isForeign) {
    const found = [{ value }, ' member of(', column, ')']
    return { yes: found, no: ['not coalesce(', ...found, ', false)'] }
  }
  if (group === DATE) return { yes: ['false'], no: [column, ' is null'] }
  const inArray = (test: Pieces): Pieces => [
    ...['case when json_valid(', column, ') then json_type(', column, ") = 'ARRAY' and "],
    ...test,
    ' end',
  ]
  if (values.length === 0) return either(column, ['false'], inArray(['json_length(', column, ') = 0']))
  const found = ['json_contains(', column, ', ', { value: json(value) }, ')']
  return either(column, inArray(found), inArray(['not ', ...found]))
}
