/** With an end, a browser takes four digits for a year, and not six. */
export const LAST_DAY = '9999-12-31'
export const LAST_TIME = `${LAST_DAY}T23:59`

const MS_OF_MINUTE = 60_000

/** `2026-11-29T15:20` in the zone of the browser, as `datetime-local` has it. An empty text for no time. */
export const toLocal = (value: unknown): string => {
  if (typeof value !== 'string' || value === '') return ''
  const time = new Date(value)
  return new Date(time.getTime() - time.getTimezoneOffset() * MS_OF_MINUTE).toISOString().slice(0, 16)
}

/** RFC 3339 in UTC. Null for an empty text. */
export const toUtc = (local: string): string | null => (local === '' ? null : new Date(local).toISOString())
