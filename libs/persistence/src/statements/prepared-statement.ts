import { createHash } from 'node:crypto'
import type { Reference } from '@content-service/authz'
import type { ReferenceValues } from '@content-service/domain/internal/reading'
import { compileStatement, type Sql } from './sql.ts'

/** A statement that PostgreSQL plans once for each connection. */
export interface PreparedStatement {
  readonly name: string
  readonly text: string
}

/** A statement with references. */
export interface BoundStatement extends PreparedStatement {
  /** The values of the placeholders. */
  bind(values: ReferenceValues): readonly unknown[]
}

/** Equal texts have equal names. */
export const nameStatement = (text: string): PreparedStatement => ({
  name: `s${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`,
  text,
})

/** Words of the policy and short names; other texts stay values, so that no text of a client is in the statement. */
const PLAIN_TEXT = /^[A-Za-z0-9_ -]{0,64}$/

/** PostgreSQL plans with the constants that it knows: with a placeholder, it could not use an index on one status. */
const writeConstant = (value: unknown): string | null => {
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value)
  // Without the value, PostgreSQL takes a third of all times to be earlier, and reads the list in its order instead.
  if (value instanceof Date) return `'${value.toISOString()}'::timestamptz`
  return typeof value === 'string' && PLAIN_TEXT.test(value) ? `'${value}'` : null
}

const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && 'subject' in value

const PLACEHOLDER = /\$([1-9][0-9]*)/g

/** Compiles a statement, with its constants in the text and its references as placeholders. */
export const prepareStatement = (statement: Sql): BoundStatement => {
  const { text: compiled, values } = compileStatement(statement)
  const bound: unknown[] = []
  const text = compiled.replaceAll(PLACEHOLDER, (_, place: string) => {
    const value = values[Number(place) - 1]
    return writeConstant(value) ?? `$${bound.push(value)}`
  })
  return {
    ...nameStatement(text),
    bind: (given) => bound.map((value) => (isReference(value) ? given[value.subject] : value)),
  }
}
