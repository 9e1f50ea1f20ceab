import type { AttributesOf } from '../attribute.ts'
import type { Kind } from '../kind.ts'
import { BOOLEAN, DATE, NUMBER, classOf } from '../value.ts'
import { decoders } from './decoders.ts'
import type { Driver } from './driver.ts'

export type { Driver } from './driver.ts'

const classes: Partial<Readonly<Record<Kind, number>>> = {
  boolean: BOOLEAN,
  integer: NUMBER,
  bigint: NUMBER,
  decimal: NUMBER,
  float: NUMBER,
  timestamp: DATE,
  date: DATE,
}

/** A value that has no exact form stays as it is, unless a condition could compare it: then it is absent. */
function decode(kind: Kind, value: unknown, driver: Driver): unknown {
  if (value === null || value === undefined) return value
  const decoded = decoders[kind](value, driver)
  return decoded === undefined && classOf(value) !== classes[kind] ? value : decoded
}

/**
 * Returns a function that copies a row of the driver, with the values of the kinds that the attributes have:
 * `rows.map(rowDecoder(attrs({ ownerId: 'bigint', isOpen: 'boolean' }), 'better-sqlite3'))`. An attribute without a kind
 * stays, and so does a value that has no exact form: no condition is true for it.
 */
export function rowDecoder<T>(attributes: AttributesOf<T>, driver: Driver): (row: object) => T {
  const kinds = Object.entries<Kind>(attributes as Readonly<Record<string, Kind>>)
  return (row) => {
    const copy = new Map(Object.entries(row))
    for (const [name, kind] of kinds) if (copy.has(name)) copy.set(name, decode(kind, copy.get(name), driver))
    return Object.fromEntries(copy) as T
  }
}
