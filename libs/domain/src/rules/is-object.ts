/** Whether a value that was parsed from JSON is an object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object that says nothing beside its own members: `{ __proto__: … }` would say something that nobody reads. */
export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
