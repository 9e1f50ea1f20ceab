import type { SearchedType, SearchWeight } from '@content-service/domain/internal/model'
import {
  type SearchExtent,
  type SearchHit,
  HIT_BEGINS,
  HIT_ENDS,
} from '@content-service/domain/internal/search'
import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'
import { asked, selectAsked } from './attempt.ts'
import {
  hasTitle,
  listTypes,
  MAX_CANDIDATES,
  selectCountable,
  selectFew,
  selectIfPermitted,
  selectTexts,
  selectTitled,
  type ScopedSearch,
  type TypeSearch,
} from './candidates.ts'
import {
  canBeOnPage,
  computeHighestTextScore,
  isAfter,
  isCertainlyAfter,
  rank,
  SCORE,
  scoreTitles,
  scoreWords,
  WORDS,
} from './ranking.ts'
import { writeIdType } from '../tables/record-id.ts'
import { joinTexts, selectTexts as selectSearchedTexts } from '../documents/searched-texts.ts'
import { selectWaiting } from '../documents/waiting.ts'

/** A snippet of a longer text comes from its beginning. */
const MAX_TEXT = 50_000

const SNIPPET_OPTIONS = `StartSel="${HIT_BEGINS}", StopSel="${HIT_ENDS}", MaxFragments=2, MaxWords=25, MinWords=8, FragmentDelimiter=" … "`

const listBeginnings = (searched: SearchedType, weight: SearchWeight): readonly Sql[] =>
  selectSearchedTexts(searched, weight).map((text) => sql`left(${text}, ${sql.lit(MAX_TEXT)})`)

/** The text for a snippet of the row `t`: the title, and each other text on a separate line. */
const selectText = (searched: SearchedType): Sql => {
  const [title, others] = [listBeginnings(searched, 'A'), listBeginnings(searched, 'D')]
  const lines = [...(title.length > 0 ? [joinTexts(title, sql`' '`)] : []), ...others]
  return joinTexts(lines, sql`E'\\n'`)
}

/** The part of a hit's text that contains the query. The statement first removes the marks from the text. */
const snippetSql = ({ searched, attempt }: TypeSearch): Sql => {
  // `translate` would take ten times as long.
  const text = sql`replace(replace(without_tags(${selectText(searched)}), ${HIT_BEGINS}, ''), ${HIT_ENDS}, '')`
  const key = sql`hits.id::${writeIdType(searched)}`
  return sql`(select ts_headline(${attempt.isPlain ? sql`'plain'` : sql`'content'`}, ${text}, ${asked('query')}, ${SNIPPET_OPTIONS}) from ${sql.table(searched.from)} t where t.id = ${key})`
}

/** Unites the rows of each type. */
const unite = (types: readonly TypeSearch[], select: (search: TypeSearch) => Sql): Sql =>
  sql.join(types.map(select), sql` union all `)

/** The records of a type, as rows of type, id, document and the score of the words in the title. */
const listRecords = ({ searched: { type }, attempt }: TypeSearch, documents: Sql): Sql =>
  sql`select ${sql.lit(type)} as type, d.id::text as id, d.document, ${scoreWords(attempt, sql`d.title`)} as title_words
    from (${documents}) d`

const selectSnippets = (types: readonly TypeSearch[]): Sql => {
  const cases = types.map((each) => sql`when ${sql.lit(each.searched.type)} then ${snippetSql(each)}`)
  return sql`case hits.type ${sql.join(cases, sql` `)} end`
}

/** The hits of a page with their snippets. `found` has the rows of type, id and score. */
const selectPage = (
  types: readonly TypeSearch[],
  found: Sql,
  { limit, offset, withSnippets }: SearchExtent,
): Sql => {
  const snippet = withSnippets ? selectSnippets(types) : sql`null`
  return sql`select type, id, score, ${snippet} as snippet from (
      select type, id, score from ${found} order by score desc, id desc limit ${limit} offset ${offset}
    ) hits order by score desc, id desc`
}

const nameWith = (prefix: string, { searched }: TypeSearch): Sql => sql.id(`${prefix}_${searched.type}`)

const withTables = ({ attempt }: ScopedSearch, types: readonly TypeSearch[], tables: readonly Sql[]): Sql => {
  const waiting = selectWaiting(types.map(({ searched }) => searched))
  return sql`with ${sql.join([selectAsked(attempt), waiting, ...tables])}`
}

/** The row of a search with more matches than it ranks. */
interface Common {
  readonly type: null
}

/**
 * Creates the statement for words that are not common: if no type has more than `MAX_CANDIDATES` matches, all matches are
 * ranked, and the permission filter reads no more records than the page needs, best first. Otherwise, its only row has
 * the type null.
 */
export const createFewHitsStatement = (
  search: ScopedSearch,
  extent: SearchExtent,
): Sql<SearchHit | Common> => {
  const types = listTypes(search)
  const tables = types.map((each) => sql`${nameWith('few', each)} as materialized (${selectFew(each)})`)
  const isCommon = sql.join(
    types.map((each) => sql`(select count(*) from ${nameWith('few', each)}) > ${sql.lit(MAX_CANDIDATES)}`),
    sql` or `,
  )
  const few = unite(types, (each) =>
    listRecords(each, sql`select * from ${nameWith('few', each)} where not (select is_common from common)`),
  )
  const ranked = rank(search.attempt, few, 'nearness')
  const found = sql`(
      select * from (select type, id, ${SCORE} as score from (${ranked}) d) ranked where ${isAfter(extent)} order by score desc, id desc offset 0
    ) found cross join lateral (select from (${unite(types, selectIfPermitted)}) one offset 0) permitted`
  return sql`${withTables(search, types, [...tables, sql`common as materialized (select ${isCommon} as is_common)`])}
    select * from (${selectPage(types, found, extent)}) page
    union all select null, null, null, null from common where is_common`
}

const NO_RECORDS = sql`select null as type, null as id, null::tsvector as document, 0::real as title_words where false`

/**
 * The records with words in their titles, as the tables `by_title` and `titled` of a `with`: PostgreSQL reads the
 * documents only of records whose titles can bring them to the page.
 */
const selectRanked = (search: ScopedSearch, extent: SearchExtent): readonly Sql[] => {
  const types = listTypes(search).filter(hasTitle)
  const records =
    types.length === 0 ? NO_RECORDS : unite(types, (each) => listRecords(each, selectTitled(each)))
  const score = scoreTitles(search.attempt)
  const best = sql`select * from by_title where ${canBeOnPage(extent, sql`by_title`, score)}`
  return [
    sql`by_title as materialized (${records})`,
    sql`titled as materialized (${rank(search.attempt, best, 'words')})`,
  ]
}

/**
 * Creates the statement for common words: it ranks at most `MAX_CANDIDATES` records in each place of each type. Records
 * with the words in their texts only are not read if records with words in their titles fill the page.
 */
export const createManyHitsStatement = (search: ScopedSearch, extent: SearchExtent): Sql<SearchHit> => {
  const types = listTypes(search)
  const best = sql`select count(*) from titled
    where words > ${sql.lit(computeHighestTextScore(search.attempt))} and ${isCertainlyAfter(extent, WORDS)}`
  const areNeeded = sql`(select are_needed from needed)`
  const texts = unite(types, (each) => listRecords(each, selectTexts(each, areNeeded)))
  const tables = [
    ...selectRanked(search, extent),
    sql`needed as materialized (select (${best}) < ${extent.limit + extent.offset} as are_needed)`,
    sql`candidates as materialized (select * from titled union all ${rank(search.attempt, texts, 'nearness')})`,
  ]
  const page = canBeOnPage(extent, sql`candidates`, WORDS)
  const found = sql`(select type, id, ${SCORE} as score from candidates d where ${page}) found
    where ${isAfter(extent)}`
  return sql`${withTables(search, types, tables)} ${selectPage(types, found, extent)}`
}

/** Creates the statement that counts the matches of an attempt, no further than `atMost`. */
export const createHitCountStatement = (search: ScopedSearch, atMost: number): Sql<{ count: number }> => {
  const types = listTypes(search)
  const rows = unite(types, (each) => sql`select from ${selectCountable(each, atMost)} d`)
  return sql`${withTables(search, types, [])}
    select count(*)::int as count from (select from (${rows}) found limit ${atMost}) counted`
}
