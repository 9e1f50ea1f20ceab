/** A time in UTC as each type of times reads it, also before the year 1 and after the year 9999. */
export function writeTime(value: Date): string {
  const year = value.getUTCFullYear()
  const rest = value.toISOString().slice(-20)
  return isUsual(value)
    ? value.toISOString()
    : year > 0
      ? `${year}${rest}`
      : `${String(1 - year).padStart(4, '0')}${rest} BC`
}

/** Whether a driver that knows the type of the column can read the text. */
export const isUsual = (value: Date): boolean => value.getUTCFullYear() > 0 && value.getUTCFullYear() < 10_000
