import { type Row } from '@content-service/domain'
import { timestamp } from '@content-service/domain/internal/rules'

const showTime = (value: unknown): string | null => {
  if (value instanceof Date) return timestamp(value)
  return typeof value === 'string' ? value : null
}

/** A plan for a point in time, in the form of C2.2. The rows of planned queries contain this form. */
export const planTime = <const Name extends string>(name: Name) => ({
  reads: [name] as const,
  time: name,
  show: (row: Row): string | null => showTime(row[name]),
})
