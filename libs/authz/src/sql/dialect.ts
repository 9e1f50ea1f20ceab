import type { Comparison } from '../engine/conditions/condition.ts'
import type { Kind } from '../engine/conditions/kind.ts'
import { DATE, TEXT } from '../engine/conditions/value.ts'
import { type Compared, type Form, NOTHING, type Piece, type Pieces, type Sides } from './form.ts'
import type { JsonSyntax } from './json-syntax.ts'
import * as json from './json-syntax.ts'
import * as mysql from './mysql.ts'
import * as postgresql from './postgresql.ts'
import * as plain from './postgresql-plain.ts'
import { type Limits, MYSQL_DECIMALS } from './snap.ts'
import * as sqlite from './sqlite.ts'

export type Dialect = 'postgresql' | 'sqlite' | 'mysql'

/**
 * The kind of an attribute that has no declared kind. The value of the comparison comes from a `subject`, or from the author of
 * the `policy`.
 */
export type KindOf = (attribute: string, source: 'subject' | 'policy') => Kind | undefined

export interface Syntax {
  readonly quote: (name: string) => string
  readonly placeholder: (position: number) => string
  readonly limits: Limits
  /** The sides of a comparison. Undefined if no row can be compared with these values. */
  readonly sides: (given: Compared) => Sides | undefined
  /** The time of a column, if times of different types of columns compare with each other. */
  readonly timeColumns?: (column: Piece) => Sides
  /** Whether the array in the column contains the value. */
  readonly contains: (given: Compared) => Form
  /** Whether the text in the column starts with the value, ends with it, or has it in it. */
  readonly search: (given: Compared) => Form
  /** Whether a column of a kind can have values of other types. */
  readonly storesAnyType?: true
  /** The text of a column for a text function, and whether the column has a text. */
  readonly writeText?: (column: Piece) => { readonly text: Piece; readonly guard: Pieces }
  /** For each type with the order of a kind of texts: whether the column has a value of the kind. Absent if no type has it. */
  readonly guardOrdered?: Readonly<Record<string, (column: Piece) => Pieces | undefined>>
  /** A call of a text function of the database. */
  readonly call: (name: string, column: Piece) => Piece
  readonly json: JsonSyntax
  /** Whether a reference to a subject is a value, which the caller of the statement replaces. */
  readonly keepsReferences?: boolean
  /** The kind of an attribute without a declared kind. */
  readonly kindOf?: KindOf
  /** The printer calls it for each comparison of an attribute that has no kind. */
  readonly onMissingKind?: (comparison: Comparison) => void
}

const quoteWith = (mark: string) => (name: string) => mark + name.replaceAll(mark, mark + mark) + mark

const createCall = (mark: string) => (name: string, column: Piece) => {
  if (typeof column === 'string') return `${mark}${name}${mark}(${column})`
  throw new TypeError(
    `Add the option "call" to toFragment: it returns the SQL of ${name}() for a column that is a part.`,
  )
}

// Date.UTC takes the year 0 for 1900.
const FIRST_YEAR = Date.parse('0000-01-01T00:00:00.000Z')
const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

export const dialects: Readonly<Record<Dialect, Syntax>> = {
  postgresql: {
    quote: quoteWith('"'),
    placeholder: (position) => `$${position}`,
    limits: {
      times: [Date.UTC(-4712, 0, 1), 8.64e15],
      hasNul: false,
      hasInfinity: true,
      hasLongIntegers: true,
    },
    sides: postgresql.sides,
    contains: postgresql.contains,
    search: postgresql.search,
    call: createCall('"'),
    timeColumns: (column) =>
      postgresql.sides({ column, op: 'eq', group: DATE, values: [], kind: undefined, isForeign: false }),
    writeText: postgresql.writeText,
    guardOrdered: postgresql.guardOrdered,
    json: json.postgresql,
  },
  sqlite: {
    quote: quoteWith('"'),
    placeholder: () => '?',
    limits: { times: [FIRST_YEAR, LAST_TIME], hasNul: true, hasInfinity: true, hasLongIntegers: false },
    sides: sqlite.sides,
    contains: sqlite.contains,
    search: sqlite.search,
    call: createCall('"'),
    writeText: sqlite.writeText,
    storesAnyType: true,
    json: json.sqlite,
  },
  mysql: {
    quote: quoteWith('`'),
    placeholder: () => '?',
    limits: {
      times: [Date.UTC(1000, 0, 1), LAST_TIME],
      hasNul: true,
      hasInfinity: false,
      endOfDecimals: MYSQL_DECIMALS,
      hasLongIntegers: true,
    },
    sides: mysql.sides,
    contains: mysql.contains,
    search: mysql.search,
    call: createCall('`'),
    writeText: mysql.writeText,
    json: json.mysql,
  },
}

const { writeText: _, ...exact } = dialects.postgresql
/** PostgreSQL with columns that `=` compares exactly. */
export const plainColumns: Syntax = {
  ...exact,
  sides: plain.sides,
  contains: plain.contains,
  guardOrdered: {},
  search: (given) => postgresql.search({ ...given, kind: given.kind ?? 'text' }),
}

/** PostgreSQL where arrays without a kind have text: a GIN index serves `@>`, and does not serve `any`. */
export const withTextArrays = (syntax: Syntax): Syntax => ({
  ...syntax,
  contains: (given) => {
    const { group, kind = 'textArray', values } = given
    if (kind !== 'textArray') return syntax.contains(given)
    // No database can store such a text.
    if (group === TEXT && values.length === 0) return NOTHING
    return syntax.contains({ ...given, kind, values: group === TEXT ? values : [] })
  },
})
