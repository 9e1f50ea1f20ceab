import { sql } from 'kysely'
import type { Sql } from '../sql.ts'

/** One way to search for the text. */
export interface Attempt {
  readonly query: Sql
  /** The words as they were typed, when the query has corrections: a hit that has the words themselves is better. */
  readonly exact?: Sql
  /** Looks at articles alone, those for which this holds too; their rows are named `t`. */
  readonly articles?: Sql
}

export const joinSql = (parts: readonly Sql[], operator: Sql): Sql => sql`(${sql.join(parts, operator)})`
