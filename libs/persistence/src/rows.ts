import { LockMode } from '@mikro-orm/core'

/** Options that hold the row until the transaction ends. */
export const FOR_UPDATE = { lockMode: LockMode.PESSIMISTIC_WRITE } as const

/** The name of the column of an attribute. */
export const toSnakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Assigns the columns that differ to a managed row, so that an update writes the changed columns and no others. Members
 * that are no columns are left out.
 */
export const assignChanged = <Row extends object>(row: Row, next: Row): void => {
  for (const key of Object.keys(row) as (keyof Row)[]) if (row[key] !== next[key]) row[key] = next[key]
}
