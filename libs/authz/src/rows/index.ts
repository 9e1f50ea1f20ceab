import type { AttributesOf } from '../engine/attributes/attrs.ts'
import type { Kind, KindsByName } from '../engine/conditions/kind.ts'
import { BOOLEAN, DATE, NUMBER, classify } from '../engine/conditions/value.ts'
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

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * A value that has no exact form stays as it is, unless a condition could compare it: then it is absent. A related object
 * has its own attributes, and so have the objects of a list.
 */
function decode(kind: KindsByName[string], value: unknown, driver: Driver): unknown {
  if (value === null || value === undefined || kind === undefined) return value
  if (typeof kind === 'object') {
    const [items] = Array.isArray(kind) ? kind : []
    if (Array.isArray(value)) return items ? value.map((item) => decode(items, item, driver)) : value
    return isObject(value) && !items ? decodeRow(kind as KindsByName, value, driver) : value
  }
  const decoded = decoders[kind](value, driver)
  return decoded === undefined && classify(value) !== classes[kind] ? value : decoded
}

/**
 * Returns a function that copies a row of the driver, with the values of the kinds that the attributes have:
 * `rows.map(rowDecoder(attrs({ ownerId: 'bigint', isOpen: 'boolean' }), 'better-sqlite3'))`. An attribute without a kind
 * stays, and so does a value that has no exact form: no condition is true for it.
 */
export function rowDecoder<T>(attributes: AttributesOf<T>, driver: Driver): (row: object) => T {
  const kinds = attributes as KindsByName
  checkKinds(kinds)
  return (row) => decodeRow(kinds, row, driver) as T
}

function decodeRow(kinds: KindsByName, row: object, driver: Driver): object {
  const copy = new Map(Object.entries(row))
  for (const [name, kind] of Object.entries(kinds))
    if (copy.has(name)) copy.set(name, decode(kind, copy.get(name), driver))
  return Object.fromEntries(copy)
}

/** @throws {TypeError} if there is no such kind. */
function checkKinds(kinds: KindsByName): void {
  for (const [name, kind] of Object.entries(kinds))
    if (isObject(kind)) checkKinds(kind as KindsByName)
    else if (kind !== undefined && !Object.hasOwn(decoders, kind))
      throw new TypeError(`The attribute ${name} has the unknown kind ${String(kind)}.`)
}
