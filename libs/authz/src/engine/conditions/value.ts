// The classes of values. A condition compares only values of one class. It cannot compare a value of the class 0.
export const NULL = 1
export const TEXT = 2
export const BOOLEAN = 3
export const NUMBER = 4
export const DATE = 5

/** Most objects of a row. The test is faster than all others. */
export const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype

const { getTime } = Date.prototype

/**
 * The time of a date, also of a date of another realm. NaN for all other objects. V8 calls the method of a date in a nanosecond
 * after it has read the method from the date, and otherwise in thirty.
 */
export function readTime(value: unknown): number {
  try {
    if (value instanceof Date && value.getTime === getTime) return getTime.call(value)
    // These tests save most exceptions, each of which takes microseconds.
    if (!isPlain(value as object) && !Array.isArray(value) && {}.toString.call(value) !== '[object Object]')
      return getTime.call(value)
  } catch {
    // The object is no date, or it is a revoked proxy.
  }
  return NaN
}

/** The class of a value. NaN and invalid dates have the class 0. */
export function classify(value: unknown): number {
  if (typeof value === 'string') return TEXT
  if (typeof value === 'number') return value === value ? NUMBER : 0
  if (value === null) return NULL
  if (typeof value === 'object') return Number.isNaN(readTime(value)) ? 0 : DATE
  return typeof value === 'boolean' ? BOOLEAN : typeof value === 'bigint' ? NUMBER : 0
}

export const isPromise = (value: unknown): boolean => typeof Object(value).then === 'function'

function ownObject(value: object): unknown {
  if (isPlain(value)) return value
  if (Array.isArray(value)) {
    const items: unknown[] = []
    for (let i = 0; i < value.length; i += 1) items.push(own(value[i]))
    return items
  }
  if (classify(value) === DATE) return new Date(readTime(value))
  return isPromise(value) ? undefined : value
}

/** A copy of a list, of a date, and of the dates in a list. A promise has no value. Other values stay. */
export const own = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? ownObject(value) : value

/** Whether a value is an object with attributes: no list, no date and no promise. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  (isPlain(value) || (!Array.isArray(value) && own(value) === value))

/**
 * The value of an attribute of the object itself or of its class. What all objects inherit is no attribute: `constructor`, and
 * what somebody has added to `Object.prototype`.
 */
export const member = (object: object, name: string): unknown =>
  name in Object.prototype && !Object.hasOwn(object, name)
    ? undefined
    : (object as Readonly<Record<string, unknown>>)[name]

const { prototype } = Object

/**
 * Whether somebody has added an attribute to all objects. This takes 3 ns, and `member` 10 ns more for each attribute than to
 * read it: so tests read attributes of objects themselves if there are none, and otherwise of copies.
 */
export function isPolluted(): boolean {
  for (const _ in prototype) return true
  return false
}

/** The value of an attribute. If its getter throws, it is absent. */
export function read(row: object, name: string): unknown {
  try {
    return own(member(row, name))
  } catch {
    return undefined
  }
}
