import {
  listTitleAttributes,
  type Collection,
  type SearchedType,
  type SearchScope,
} from '@content-service/domain'
import { sql } from 'kysely'
import { conditionSql } from '../reading/statement.ts'
import type { Tables } from '../reading/tables.ts'
import type { Sql } from '../sql.ts'
import type { Attempt } from './attempt.ts'
import { nameWaiting } from './waiting.ts'

/** Users, articles and comments have separate columns. */
const OWN_COLUMNS: Readonly<Record<Collection, string>> = {
  articles: 'article_id',
  users: 'user_id',
  comments: 'comment_id',
}

/** The documents of a type: the condition that selects them, and the ids of their records. */
export const locateDocuments = ({
  type,
  from,
}: SearchedType): { readonly isOfType: Sql; readonly id: Sql } => {
  const column = OWN_COLUMNS[from]
  if (column === undefined) return { isOfType: sql`d.type = ${sql.lit(type)}`, id: sql`d.id::uuid` }
  const id = sql.ref(`d.${column}`)
  return { isOfType: sql`${id} is not null`, id }
}

/** Search ranks at most this many records of each type and place. Ranking 1,000 records takes about 10 ms. */
export const MAX_CANDIDATES = 1_000

/** An attempt to find records of a scope. */
export interface ScopedSearch {
  readonly attempt: Attempt
  readonly scope: SearchScope
  readonly tables: Tables
}

/** The search of one type. */
export interface TypeSearch extends ScopedSearch {
  readonly searched: SearchedType
}

const NOTHING = { op: 'or', conditions: [] } as const
const TITLE = sql`ts_filter(d.document, '{a,b}')`

/**
 * The places of the words of a search, the best place first: all words in the title, a word in the title, and words in
 * the text only. No record is in two places. `querytree` leaves out the words that the search excludes.
 */
const listPlaces = ({ searched, attempt: { query } }: TypeSearch): readonly Sql[] => {
  if (listTitleAttributes(searched).length === 0) return [sql`true`]
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
 * The documents of a type that match, as rows of id and document. A record that waits for its document matches by its
 * present text alone, so that each caller finds a write at once (C1.2).
 */
const selectMatches = ({ searched, attempt: { query } }: TypeSearch, place: Sql): Sql => {
  const { isOfType, id } = locateDocuments(searched)
  const waiting = nameWaiting(searched)
  return sql`select ${id} as id, d.document from search_documents d
      where d.document @@ ${query} and ${isOfType} and ${place} and ${id} not in (select id from ${waiting})
    union all
    select d.id, d.document from ${waiting} d where d.document @@ ${query} and ${place}`
}

/**
 * At most `atMost` records of a type that the caller may read, as rows of id and document. The materialized subquery
 * makes PostgreSQL use the index of the words: otherwise PostgreSQL can join all rows of both tables. The limit counts
 * the records that pass the permission filter. Behind `offset 0`, PostgreSQL reads a record only for a match, and no
 * more matches than the limit needs.
 */
const selectPermittedMatches = (search: TypeSearch, place: Sql, atMost: number): Sql => {
  const { searched, scope, attempt, tables } = search
  const { type, from } = searched
  const permitted = conditionSql(tables.of(from), 't', scope[type] ?? NOTHING)
  const also = attempt.articles ? sql` and ${attempt.articles}` : sql``
  return sql`(with matches as materialized (${selectMatches(search, place)})
    select m.id, m.document from matches m
    cross join lateral (select from ${sql.table(from)} t where t.id = m.id and ${permitted}${also} offset 0) permitted
    limit ${atMost})`
}

/** The records that search ranks: in each place at most `MAX_CANDIDATES`. */
export const selectCandidates = (search: TypeSearch): Sql =>
  sql.join(
    listPlaces(search).map((place) => selectPermittedMatches(search, place, MAX_CANDIDATES)),
    sql` union all `,
  )

/** The records that search counts, at every place of the words. */
export const selectCountable = (search: TypeSearch, atMost: number): Sql =>
  selectPermittedMatches(search, sql`true`, atMost)
