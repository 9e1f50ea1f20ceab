import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'

/** One way to search for the text. */
export interface Attempt {
  readonly query: Sql
  /** The query has only excluded words, so that most records match. */
  readonly excludesOnly?: boolean
  /** The typed words, if the query has corrections: a hit with the typed words ranks higher. */
  readonly exact?: Sql
  /** The query has words of the stop list alone, and is about the titles as they are written. */
  readonly isPlain?: boolean
  /** The text of a query with corrections. */
  readonly widened?: string
  /** A further condition on articles, whose rows are named `t`; the attempt then searches only articles. */
  readonly articles?: Sql
  /** The ids of the few articles that can have this condition. */
  readonly among?: Sql
}

/**
 * The query of an attempt and its parts, as the table `asked` in the `with` of a statement: a prepared statement has the
 * text of the search as a placeholder, and would compute the parts again for each record.
 */
export const selectAsked = ({
  query,
  exact = sql`null::tsquery`,
}: Attempt): Sql => sql`asked as materialized (
    select *, numnode(any_sought) > 1 and not needs_one as needs_several
    from (
      select *, any_sought::text = query::text as needs_one
      from (
        select query, any_of(query) as any_word, any_of(querytree(query)::tsquery) as any_sought, any_of(exact) as any_exact,
          numnode(query) > 0 as has_words, numnode(query) > 1 as has_several, query::text like '%!%' as excludes
        from (select ${query} as query, ${exact} as exact) given
      ) parts
    ) counted
  )`

type Part =
  | 'query'
  | 'any_word'
  | 'any_sought'
  | 'any_exact'
  | 'has_words'
  | 'has_several'
  | 'needs_one'
  | 'needs_several'
  | 'excludes'

/** A part of the query of the statement. */
export const asked = (part: Part): Sql => sql`(select ${sql.id(part)} from asked)`

export const joinSql = (parts: readonly Sql[], operator: Sql): Sql => sql`(${sql.join(parts, operator)})`
