import type { Dialect } from '../sql/index.ts'

/** Printable ASCII without the marks of texts, and without those that libraries look for: `?`, `:` and `$`. */
const PLAIN = /^[ !"#%&()*+,\-./0-9;<=>@A-Z[\]^_`a-z{|}~]*$/
const MARKS = /['\\?:$]/g

const toHex = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** How each dialect writes a text with other characters. None of them depends on a setting of the server. */
const writeOther: Readonly<Record<Dialect, (text: string) => string>> = {
  // A text of unknown type, as a parameter is. An `E` after a letter would belong to a name.
  postgresql: (text) => ` E'${text.replaceAll(MARKS, (mark) => `\\x${toHex(mark)}`)}'`,
  sqlite: (text) => `cast(x'${toHex(text)}' as text)`,
  mysql: (text) => ` _utf8mb4 x'${toHex(text)}'`,
}

/** A text as a literal, in which no library finds a placeholder. */
export const writeText = (text: string, dialect: Dialect): string =>
  PLAIN.test(text) ? `'${text}'` : writeOther[dialect](text)

/** A list as the text of an array of PostgreSQL. */
const writeArray = (values: readonly unknown[]): string =>
  `{${values.map((value) => (value === null ? 'null' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`)).join()}}`

/** A value in the text format of PostgreSQL, which is the form in which a driver sends a parameter. */
function toPostgresText(value: unknown): string {
  if (Array.isArray(value)) return writeArray(value)
  return value instanceof Date ? value.toISOString() : String(value)
}

/**
 * A value of a fragment as a literal. A time is a text in UTC.
 * @throws {TypeError} for a value that no fragment has.
 */
export function writeLiteral(value: unknown, dialect: Dialect): string {
  if (value === null) return 'null'
  if (dialect === 'postgresql') return writeText(toPostgresText(value), dialect)
  if (typeof value === 'string') return writeText(value, dialect)
  if (value instanceof Date) return writeText(value.toISOString().replace('T', ' ').slice(0, -1), dialect)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return `${value}`
  throw new TypeError(
    `The SQL has a ${typeof value} as a value; return texts from the functions of the options.`,
  )
}
