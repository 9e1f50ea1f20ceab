/** The first time and the first day that no date of JavaScript has. JavaScript cuts microseconds off. */
export const END_OF_TIMES = '275760-09-13 00:00:00.001+00'
export const END_OF_DAYS = '275760-09-14'

/** A time in UTC as each type of times reads it, also before the year 1 and after the year 9999. */
export function writeTime(value: Date): string {
  if (!isFar(value)) return value.toISOString()
  const year = value.getUTCFullYear()
  const rest = value.toISOString().slice(-20)
  return year > 0 ? `${year}${rest}` : `${String(1 - year).padStart(4, '0')}${rest} BC`
}

/** Whether a value is a time of a year that a driver cannot write if it knows the type of the column. */
export const isFar = (value: unknown): boolean =>
  value instanceof Date && (value.getUTCFullYear() <= 0 || value.getUTCFullYear() > 9999)
