import type { SearchedType } from '@content-service/domain/internal/model'
import type { SearchScope } from '@content-service/domain/internal/search'
import { sql } from 'kysely'
import { conditionSql } from '../reading/conditions.ts'
import type { Tables } from '../tables/tables.ts'
import type { Sql } from '../statements/sql.ts'
import { asked, type Attempt } from './attempt.ts'
import { writeIdType } from '../tables/record-id.ts'
import { locateDocuments } from '../documents/located-documents.ts'
import { nameWaiting } from '../documents/waiting.ts'

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

/** The searches of an attempt, one for each type. */
export const listTypes = (search: ScopedSearch): readonly TypeSearch[] => {
  const { attempt, scope, tables } = search
  const isInScope = ({ type }: SearchedType): boolean =>
    scope[type] !== undefined && (attempt.articles === undefined || type === 'ARTICLE')
  return tables.model.searches.filter(isInScope).map((searched) => ({ ...search, searched }))
}

const NOTHING = { op: 'or', conditions: [] } as const

/** The documents of a type with the words of a search in a certain place. */
interface Place {
  readonly condition: Sql
  /** Few documents of all types have the condition, by an index of its own. */
  readonly isOfAllTypes?: boolean
}

/** No document is in two places. */
interface Places {
  /** All words in the title. */
  readonly all: Place
  /** All words in the title, of a type without other texts: the index of the type has fewer documents. */
  readonly allOfTitles: Place
  /** A word in the title. */
  readonly any: Place
  /** Words in the text only. */
  readonly text: Sql
}

const MATCHES = sql`d.document @@ ${asked('query')}`

/**
 * Without a sought word, PostgreSQL would read the whole index of the words. `is true` makes it read documents, and it
 * soon has found enough, except for a query of ignored words, which no document matches.
 */
const createMatch = ({ attempt }: ScopedSearch): Sql =>
  attempt.excludesOnly ? sql`${asked('has_words')} and (${MATCHES}) is true` : MATCHES

/** The column `title` has the words with the weights A and B. */
const HAS_ALL = sql`d.title @@ ${asked('query')}`
const HAS_ANY = sql`d.title @@ ${asked('any_sought')}`

const PLACES: Places = {
  all: {
    // Without excluded words, a match of the title is a match of the document, which takes longer to read.
    condition: sql`${HAS_ALL} and (not ${asked('excludes')} or ${MATCHES})`,
    isOfAllTypes: true,
  },
  allOfTitles: { condition: sql`${MATCHES} and (${HAS_ALL}) is true` },
  any: {
    // In a search for one word, with or without excluded words, or for one of several, a title with a word has all words.
    condition: sql`${MATCHES} and ${asked('needs_several')} and ${HAS_ANY} and (${HAS_ALL}) is not true`,
  },
  text: sql`${MATCHES} and (${HAS_ALL}) is not true and (${HAS_ANY}) is not true`,
}

/**
 * The documents of a type under a condition, as rows of id, document and title. A record that waits for its document
 * matches by its present text alone, so that each caller finds a write at once (C1.2).
 */
const selectMatches = ({ searched, attempt }: TypeSearch, { condition, isOfAllTypes }: Place): Sql => {
  const { isOfType, id } = locateDocuments(searched)
  const waiting = nameWaiting(searched)
  // `is true` keeps PostgreSQL from reading the index of all documents of the type in addition.
  const isFound = isOfAllTypes ? sql`(${isOfType}) is true` : isOfType
  if (attempt.isPlain) return selectPlainMatches(searched, condition)
  const isAmong = attempt.among ? sql`${id} in (${attempt.among}) and ` : sql``
  const matches = sql`${isAmong}${condition} and ${id} not in (select id from ${waiting})`
  return sql`select ${id} as id, d.document, d.title from search_documents d where ${isFound} and ${matches}
    union all
    select d.id, d.document, d.title from ${waiting} d where ${condition}`
}

/** The titles of a type as they are written, as rows of id, document and title, of which both are the title. */
const selectPlainMatches = (searched: SearchedType, condition: Sql): Sql => {
  const waiting = nameWaiting(searched)
  return sql`select d.id, d.document, d.title from (
      select id::${writeIdType(searched)} as id, words as document, words as title from search_titles
      where type = ${sql.lit(searched.type)} and id not in (select id::text from ${waiting})
      union all
      select id, plain as document, plain as title from ${waiting}
    ) d where ${condition}`
}

/** The condition of records of the type, as rows `t`, that the caller may read. */
const selectPermitted = ({ searched: { type, from }, scope, attempt, tables }: TypeSearch, id: Sql): Sql => {
  const permitted = conditionSql(tables.of(from), 't', scope[type] ?? NOTHING)
  const also = attempt.articles ? sql` and ${attempt.articles}` : sql``
  return sql`select from ${tables.of(from).under('t')} where t.id = ${id} and ${permitted}${also}`
}

/**
 * At most `atMost` records of a type that the caller may read, as rows of id, document and title. The materialized
 * subquery makes PostgreSQL use the index of the words: otherwise PostgreSQL can join all rows of both tables. The limit
 * counts the records that pass the permission filter. Behind `offset 0`, PostgreSQL reads a record only for a match, and
 * no more matches than the limit needs.
 */
const selectPermittedMatches = (search: TypeSearch, place: Place, atMost: number): Sql =>
  sql`(with matches as materialized (${selectMatches(search, place)})
    select m.id, m.document, m.title from matches m
    cross join lateral (${selectPermitted(search, sql`m.id`)} offset 0) permitted
    limit ${atMost})`

const selectCandidates = (search: TypeSearch, places: readonly Place[]): Sql =>
  sql.join(
    places.map((place) => selectPermittedMatches(search, place, MAX_CANDIDATES)),
    sql` union all `,
  )

/** Whether the words of the search can be in the title or the keywords of a record. */
export const hasTitle = ({ searched, attempt }: TypeSearch): boolean =>
  !attempt.excludesOnly && searched.texts.some(({ weight }) => weight !== 'D')

/** The ranked records with words in their titles. */
export const selectTitled = (search: TypeSearch): Sql => {
  const hasText = search.searched.texts.some(({ weight }) => weight === 'D')
  return selectCandidates(search, [hasText ? PLACES.all : PLACES.allOfTitles, PLACES.any])
}

/** The ranked records with the words in their texts only, if the condition is true; all without a sought word. */
export const selectTexts = (search: TypeSearch, areNeeded: Sql): Sql => {
  const place = search.attempt.excludesOnly ? createMatch(search) : PLACES.text
  return selectCandidates(search, [{ condition: sql`${place} and ${areNeeded}` }])
}

/** All documents of a type that match, permitted or not, and no more than one beyond `MAX_CANDIDATES`. */
export const selectFew = (search: TypeSearch): Sql =>
  sql`select id, document, title from (${selectMatches(search, { condition: createMatch(search) })}) matches
    limit ${sql.lit(MAX_CANDIDATES + 1)}`

/** Selects a row for a found record (`found.type`, `found.id`) that the caller may read. */
export const selectIfPermitted = (search: TypeSearch): Sql => {
  const { type } = search.searched
  const id = sql`case found.type when ${sql.lit(type)} then found.id::${writeIdType(search.searched)} end`
  return selectPermitted(search, id)
}

/** The records that search counts, at every place of the words. */
export const selectCountable = (search: TypeSearch, atMost: number): Sql =>
  selectPermittedMatches(search, { condition: createMatch(search) }, atMost)
