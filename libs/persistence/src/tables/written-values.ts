import type { RecordType } from '@content-service/domain'
import { findColumnType } from './record-columns.ts'

/** The value of a parameter. A driver would send a list of JSON as an array of PostgreSQL, and a text as it is. */
export const createWriteValue =
  ({ attributes }: Pick<RecordType, 'attributes'>) =>
  (name: string, value: unknown): unknown => {
    const field = Object.hasOwn(attributes, name) ? attributes[name] : undefined
    return field && value !== null && findColumnType(field) === 'jsonb' ? JSON.stringify(value) : value
  }

/** The values of a record as parameters. */
export const writeValues = <R extends object>(type: Pick<RecordType, 'attributes'>, record: R): R => {
  const writeValue = createWriteValue(type)
  // The parameters are under the names of the record.
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, writeValue(name, value)]),
  ) as R
}
