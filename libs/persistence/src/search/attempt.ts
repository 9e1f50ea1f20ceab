import { sql } from 'kysely'
import type { Sql } from '../sql.ts'

/** One way to search for the text. */
export interface Attempt {
  readonly query: Sql
  /** The typed words, if the query has corrections: a hit with the typed words ranks higher. */
  readonly exact?: Sql
  /** A further condition on articles, whose rows are named `t`; the attempt then searches only articles. */
  readonly articles?: Sql
}

export const joinSql = (parts: readonly Sql[], operator: Sql): Sql => sql`(${sql.join(parts, operator)})`
