export type Dialect = 'postgresql' | 'sqlite' | 'mysql'

/** A piece of SQL: text, or a value for a place between the texts. */
export type Piece = string | { readonly value: unknown }

export interface Syntax {
  readonly quote: (name: string) => string
  readonly placeholder: (position: number) => string
  /** Compares a column as JavaScript compares text, whatever collation the column has. */
  readonly exactly: (column: Piece) => readonly Piece[]
  /** Whether the array in the column contains the value. */
  readonly contains: (column: Piece, value: unknown) => readonly Piece[]
  /** Converts a value for the driver. */
  readonly bind: (value: unknown) => unknown
  /** Whether a reference to a subject is a value, which the caller of the statement replaces. */
  readonly keepsReferences?: boolean
}

const quoteWith = (mark: string) => (name: string) => mark + name.replaceAll(mark, mark + mark) + mark

const same = <V>(value: V) => value

export const dialects: Readonly<Record<Dialect, Syntax>> = {
  postgresql: {
    quote: quoteWith('"'),
    placeholder: (position) => `$${position}`,
    exactly: (column) => [column],
    contains: (column, value) => [{ value }, ' = any(', column, ')'],
    bind: same,
  },
  // SQLite stores arrays as JSON text, dates as ISO text, and booleans as 0 and 1.
  sqlite: {
    quote: quoteWith('"'),
    placeholder: () => '?',
    exactly: (column) => [column, ' collate binary'],
    contains: (column, value) => [
      'exists (select 1 from json_each(',
      column,
      ') where json_each.value = ',
      { value },
      ')',
    ],
    bind: (value) =>
      typeof value === 'boolean' ? Number(value) : value instanceof Date ? value.toISOString() : value,
  },
  // MySQL stores arrays as JSON. For its usual collations, 'a', 'A' and 'a ' are equal, so this compares bytes.
  mysql: {
    quote: quoteWith('`'),
    placeholder: () => '?',
    exactly: (column) => ['cast(convert(', column, ' using utf8mb4) as binary)'],
    contains: (column, value) => [{ value }, ' member of(', column, ')'],
    bind: same,
  },
}

/** PostgreSQL with arrays of text alone: a GIN index serves `@>`, and does not serve `any`. */
export const textArrays: Syntax = {
  ...dialects.postgresql,
  contains: (column, value) => [column, ' @> array[', { value }, ']::text[]'],
}
