import { InvalidValue } from './errors.ts'

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Waits of 1, 2, 4 … minutes, at most an hour. */
export const computeWaitMs = (times: number): number => Math.min(MINUTE_MS * 2 ** (times - 1), HOUR_MS)

const RFC3339 = /^\d{4}-\d{2}-\d{2}[Tt](?:[01]\d|2[0-3]):\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/
const FULL_DATE = /^\d{4}-\d{2}-\d{2}$/
/** Long enough for a fraction of 40 digits. */
const MAX_LENGTH = 64

/** C2.2: the service's form of a point in time, such as `2026-11-20T09:08:00.000Z`. */
export const timestamp = (at: Date): string => at.toISOString()

export const timeOrNull = (at: Date | null): string | null => at && timestamp(at)

/** RFC 3339 writes the years 0000 to 9999, and PostgreSQL knows no year 0. An offset may lead out of them. */
const isStorable = (at: Date): boolean =>
  !Number.isNaN(at.getTime()) && /^(?!0000)\d{4}-/.test(at.toISOString())

const calendarDay = (text: string): Date | null => {
  const midnight = new Date(`${text}T00:00:00.000Z`)
  // Some engines parse 2026-02-30 as March 2. A day that exists is unchanged when the service writes it again.
  return isStorable(midnight) && midnight.toISOString().startsWith(text) ? midnight : null
}

/** A rule for an RFC 3339 timestamp with any offset. */
export const pointInTime = (text: string): Date => {
  const at = new Date(text.slice(0, MAX_LENGTH))
  if (
    text.length > MAX_LENGTH ||
    !RFC3339.test(text) ||
    calendarDay(text.slice(0, 10)) === null ||
    !isStorable(at)
  )
    throw new InvalidValue('must be an RFC 3339 timestamp such as 2026-11-20T09:08:00.000Z')
  return at
}

/** Whether the text is a day of the years 0001 to 9999. */
export const isFullDate = (text: string): boolean => FULL_DATE.test(text) && calendarDay(text) !== null

/** A rule for a full date (C2.3): the UTC midnight that begins it. */
export const fullDate = (text: string): Date => {
  const midnight = FULL_DATE.test(text) ? calendarDay(text) : null
  if (midnight === null) throw new InvalidValue('must be a date such as 2026-11-20')
  return midnight
}

/**
 * The last millisecond of the day that begins at `midnight`, for ranges that include the day. No day follows
 * 9999-12-31.
 */
export const endOfDay = (midnight: Date): Date => new Date(midnight.getTime() + DAY_MS - 1)
