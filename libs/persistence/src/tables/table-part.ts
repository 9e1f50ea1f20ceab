import { toSnakeCase } from '../statements/rows.ts'

/** A key, an index or a trigger of a table, with the statement that creates it. */
export interface TablePart {
  readonly kind: 'primary key' | 'foreign key' | 'index' | 'trigger'
  readonly name: string
  readonly statement: string
  /**
   * Without a required part, the table could store wrong records, or searches would miss records. Other parts only make
   * statements fast.
   */
  readonly isRequired: boolean
  /** The predicate of a partial index is in its name as a digest: PostgreSQL writes predicates in its own words. */
  readonly isPartial?: true
  /** Calls the triggers for each existing row when a migration adds the part. */
  readonly refresh?: string
}

/** A quoted name, because a field can have the name of an SQL word. */
export const quoteName = (attribute: string): string => `"${toSnakeCase(attribute)}"`
