import type { Comparison } from '../engine/conditions/condition.ts'
import { DATE, NULL, classify, readTime } from '../engine/conditions/value.ts'
import type { DrizzleColumn } from './columns.ts'

/** The tag `sql` of drizzle-orm. */
export interface SqlTag<Query> {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- The tag of Drizzle takes values of any type.
  (strings: TemplateStringsArray, ...values: any[]): Query
  param(value: unknown): unknown
}

/** In SQLite, the mode of a column of integers says whether they are times, in seconds or in milliseconds. */
export function encodeOperand(comparison: Comparison, { columnType, mode }: DrizzleColumn): Comparison {
  const { value } = comparison
  const isTime = classify(value) === DATE || Array.isArray(value)
  if (columnType !== 'SQLiteTimestamp' || !isTime) return comparison
  const unit = mode === 'timestamp' ? 1000 : 1
  const encoded = Array.isArray(value)
    ? value.map((item: unknown) => encodeItem(item, unit))
    : readTime(value) / unit
  return { ...comparison, kind: 'integer', value: encoded } as Comparison
}

/** A text takes the place of a number and of a boolean: it equals no integer, as they equal no time. */
function encodeItem(item: unknown, unit: number): unknown {
  if (classify(item) === DATE) return readTime(item) / unit
  return classify(item) > NULL ? '' : item
}

/** Drizzle spreads a list over several places, and a driver of MySQL writes a time in the zone of its connection. */
export function toDriverValue(value: unknown, sql: Pick<SqlTag<unknown>, 'param'>): unknown {
  if (Array.isArray(value)) return sql.param(value)
  return value instanceof Date ? value.toISOString().slice(0, -1).replace('T', ' ') : value
}
