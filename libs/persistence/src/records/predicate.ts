import type { Condition } from '@content-service/authz'
import { toFragment } from '@content-service/authz/sql'
import { sql } from 'kysely'
import { toSnakeCase } from '../statements/rows.ts'
import { compileStatement } from '../statements/sql.ts'

const PLACEHOLDER = /\$([1-9][0-9]*)/g

const writeValue = (value: unknown): string => {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value)
  if (value instanceof Date) return `'${value.toISOString()}'::timestamptz`
  return `'${String(value).replaceAll("'", "''")}'`
}

/** A condition as the predicate of a partial index, which takes no placeholders; empty for all records. */
export const writePredicate = (condition: Condition): string => {
  if (condition.op === 'and' && condition.conditions.length === 0) return ''
  const { strings, values } = toFragment(condition, {
    column: (attribute) => ({ value: sql.id(toSnakeCase(attribute)) }),
    plainColumns: true,
    textArrays: true,
  })
  const { text, values: given } = compileStatement(sql(strings, ...values))
  return text.replaceAll(PLACEHOLDER, (_, place: string) => writeValue(given[Number(place) - 1]))
}
