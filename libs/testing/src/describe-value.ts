/** A wrong value in an error message. */
export const describeValue = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value)
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return 'a list'
  if (!(value instanceof Date)) return `a value of type ${typeof value}`
  return Number.isNaN(value.getTime()) ? 'an invalid Date' : 'a Date'
}
