import type { SearchScope, SearchType } from '@content-service/domain'
import { sql } from 'kysely'
import { conditionSql } from '../reading/statement.ts'
import type { Tables } from '../reading/tables.ts'
import type { Sql } from '../sql.ts'
import type { Attempt } from './attempt.ts'

export const COLLECTIONS = {
  ARTICLE: { from: 'articles', key: 'article_id', hasTitle: true },
  USER: { from: 'users', key: 'user_id', hasTitle: true },
  COMMENT: { from: 'comments', key: 'comment_id', hasTitle: false },
  PRODUCT: { from: 'products', key: 'product_id', hasTitle: true },
} as const satisfies Record<SearchType, object>

/** Search ranks at most this many records of each type and place. Ranking 1,000 records takes about 10 ms. */
export const MAX_CANDIDATES = 1_000

/** An attempt to find something among the records of a scope. */
export interface ScopedSearch {
  readonly attempt: Attempt
  readonly scope: SearchScope
  readonly tables: Tables
}

/** The search of one type. */
export interface TypeSearch extends ScopedSearch {
  readonly type: SearchType
}

const NOTHING = { op: 'or', conditions: [] } as const
const TITLE = sql`ts_filter(d.document, '{a,b}')`

/**
 * The places of the words of a search, the best place first: all words in the title, a word in the title, and words in
 * the text only. The places have no record in common. `querytree` leaves out the words that the search excludes.
 */
const placesOf = ({ type, attempt: { query } }: TypeSearch): readonly Sql[] => {
  if (!COLLECTIONS[type].hasTitle) return [sql`true`]
  const hasAll = sql`${TITLE} @@ ${query}`
  const hasAny = sql`${TITLE} @@ any_of(querytree(${query})::tsquery)`
  const isOneWord = sql`numnode(${query}) = 1`
  return [
    hasAll,
    sql`not ${isOneWord} and not ${hasAll} and ${hasAny}`,
    sql`not ${hasAll} and (${isOneWord} or not ${hasAny})`,
  ]
}

/**
 * At most `atMost` records of a type that the caller may read, as rows of id and document. The materialized subquery
 * makes PostgreSQL use the index of the words: otherwise PostgreSQL can join all rows of both tables. The limit counts
 * the records that pass the permission filter. Behind `offset 0`, PostgreSQL reads a record only for a match, and no
 * more matches than the limit needs.
 */
const permittedMatches = (search: TypeSearch, place: Sql, atMost: number): Sql => {
  const { type, scope, attempt, tables } = search
  const { from, key } = COLLECTIONS[type]
  const [keyName, table] = [sql.raw(key), sql.raw(from)]
  const permitted = conditionSql(tables.of(from), 't', scope[type] ?? NOTHING)
  const also = attempt.articles ? sql` and ${attempt.articles}` : sql``
  return sql`(with matches as materialized (
      select d.${keyName} as id, d.document from search_documents d
      where d.document @@ ${attempt.query} and d.${keyName} is not null and ${place}
    )
    select m.id, m.document from matches m
    cross join lateral (select from ${table} t where t.id = m.id and ${permitted}${also} offset 0) permitted
    limit ${atMost})`
}

/** The records that search ranks: in each place at most `MAX_CANDIDATES`. */
export const candidates = (search: TypeSearch): Sql =>
  sql.join(
    placesOf(search).map((place) => permittedMatches(search, place, MAX_CANDIDATES)),
    sql.raw(' union all '),
  )

/** The records that search counts, wherever their words are. */
export const countable = (search: TypeSearch, atMost: number): Sql =>
  permittedMatches(search, sql`true`, atMost)
