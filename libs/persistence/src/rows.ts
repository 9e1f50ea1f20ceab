import { LockMode } from '@mikro-orm/core'

/** The options that lock the row until the transaction ends. */
export const FOR_UPDATE = { lockMode: LockMode.PESSIMISTIC_WRITE } as const

/** The name of the column of an attribute. */
export const toSnakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Assigns the values that differ to a managed row, so that an update writes only the changed columns. It skips members
 * without a column.
 */
export const assignChanged = <Row extends object>(row: Row, next: Row): void => {
  for (const key of Object.keys(row) as (keyof Row)[]) if (row[key] !== next[key]) row[key] = next[key]
}
