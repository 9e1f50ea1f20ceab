import { orderedKind } from './ordered-kind.ts'

const DAY = /^\d{4}-\d\d-\d\d$/

/** JavaScript reads 2026-02-30 as a day in March. PostgreSQL has no year 0. */
function isDay(text: string): boolean {
  if (!DAY.test(text) || text < '0001') return false
  return JSON.stringify(new Date(text)).startsWith(`"${text}T`)
}

/** Days as texts: `2026-11-20`, of the years 1 to 9999. Give the kind to attributes that PostgreSQL stores as `date`. */
export const day = orderedKind('day', {
  type: 'date',
  example: '2026-11-20',
  isOfKind: isDay,
  compare: (text, other) => (text < other ? -1 : Number(text > other)),
})
