import { timestamp, type Row } from '@content-service/domain'

/** A plan for a point in time, in the form of C2.2. */
export const planTime = <const Name extends string>(name: Name) => ({
  reads: [name] as const,
  show: (row: Row): string | null => (row[name] instanceof Date ? timestamp(row[name]) : null),
})
