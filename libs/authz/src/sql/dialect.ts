import type { Scalar } from '../condition.ts'

export type Dialect = 'postgresql' | 'sqlite' | 'mysql'

/** A piece of SQL: text, or a value that becomes a placeholder. */
export type Piece = string | { readonly value: Scalar }

export interface Syntax {
  readonly quote: (name: string) => string
  readonly placeholder: (position: number) => string
  /** Columns compared as JavaScript compares text, whatever collation they have. */
  readonly exactly: (column: string) => string
  /** Whether the array in the column has the value. */
  readonly contains: (column: string, value: Scalar) => readonly Piece[]
  /** What the driver takes for a value. */
  readonly bind: (value: Scalar) => unknown
}

const quoteWith = (mark: string) => (name: string) => mark + name.replaceAll(mark, mark + mark) + mark

const same = <V>(value: V) => value

export const dialects: Readonly<Record<Dialect, Syntax>> = {
  postgresql: {
    quote: quoteWith('"'),
    placeholder: (position) => `$${position}`,
    exactly: same,
    contains: (column, value) => [{ value }, ` = any(${column})`],
    bind: same,
  },
  // Arrays are JSON text, dates ISO text, booleans 0 and 1.
  sqlite: {
    quote: quoteWith('"'),
    placeholder: () => '?',
    exactly: (column) => `${column} collate binary`,
    contains: (column, value) => [
      `exists (select 1 from json_each(${column}) where json_each.value = `,
      { value },
      ')',
    ],
    bind: (value) =>
      typeof value === 'boolean' ? Number(value) : value instanceof Date ? value.toISOString() : value,
  },
  // Arrays are JSON. Its usual collations take 'a', 'A' and 'a ' for the same: compare bytes.
  mysql: {
    quote: quoteWith('`'),
    placeholder: () => '?',
    exactly: (column) => `cast(convert(${column} using utf8mb4) as binary)`,
    contains: (column, value) => [{ value }, ` member of(${column})`],
    bind: same,
  },
}
