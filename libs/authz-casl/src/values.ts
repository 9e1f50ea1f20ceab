/** Reads an attribute of an object. */
export type ReadAttribute = (object: never, name: string) => unknown

/** How interpreters read and compare attributes. */
export interface Access {
  /** Reads an attribute; `ITSELF` is the object. */
  readonly get: (object: unknown, field: string) => unknown
  readonly compare: (a: unknown, b: unknown) => number
  readonly isArray: (value: unknown) => boolean
}

/** A value that JavaScript can compare: the time of a date, and the JSON value of an object, such as an id of MongoDB. */
function toComparable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value.getTime()
  const { toJSON } = value as { readonly toJSON?: unknown }
  return typeof toJSON === 'function' ? (toJSON.call(value) as unknown) : value
}

/** The order of JavaScript: values without an order, such as null and a text, are neither equal nor greater. */
export const compareOrder = (a: unknown, b: unknown): number =>
  a === b ? 0 : (a as number) > (b as number) ? 1 : -1

export const compareValues = (a: unknown, b: unknown): number =>
  compareOrder(toComparable(a), toComparable(b))

export const matchesPattern = (pattern: RegExp, value: unknown): boolean => {
  if (typeof value !== 'string') return false
  pattern.lastIndex = 0
  return pattern.test(value)
}

export const isEqual = (a: unknown, b: unknown, compare: Access['compare']): boolean =>
  a instanceof RegExp
    ? matchesPattern(a, b)
    : b instanceof RegExp
      ? matchesPattern(b, a)
      : compare(a, b) === 0

/** Whether the value is a list whose items have the attribute. `authors.0` is the first item of the list. */
export const isListOf = (value: unknown, name: string, { isArray }: Pick<Access, 'isArray'>): boolean =>
  isArray(value) && Number.isNaN(Number(name))

function readStep(value: unknown, name: string, read: ReadAttribute, isArray: Access['isArray']): unknown {
  if (!isListOf(value, name, { isArray })) return read(value as never, name)
  const found: unknown[] = []
  for (const item of value as readonly never[]) {
    const part = read(item, name)
    if (Array.isArray(part)) for (const inner of part) found.push(inner)
    else if (part !== undefined) found.push(part)
  }
  return found
}

/** The value at a path. For a list on the path, the values of all items. */
export function readPath(
  object: unknown,
  path: string,
  read: ReadAttribute,
  isArray: Access['isArray'],
): unknown {
  if (!object) throw new TypeError(`"${path}" cannot be read from ${String(object)}`)
  if (!path.includes('.')) return readStep(object, path, read, isArray)
  const names = path.split('.')
  let value: unknown = object
  for (const [i, name] of names.entries()) {
    value = readStep(value, name, read, isArray)
    if (i < names.length - 1 && (typeof value !== 'object' || value === null)) return undefined
  }
  return value
}

/** The object of the last part of a path, and the name of that part. */
export function splitPath(
  object: unknown,
  path: string,
  { get }: Access,
): readonly [object: unknown, name: string] {
  const dot = path.lastIndexOf('.')
  return dot < 0 ? [object, path] : [get(object, path.slice(0, dot)), path.slice(dot + 1)]
}
