import {
  type SearchedType,
  type SearchExtent,
  type SearchHit,
  HIT_BEGINS,
  HIT_ENDS,
  type SearchWeight,
} from '@content-service/domain'
import { sql } from 'kysely'
import type { Sql } from '../sql.ts'
import { toSnakeCase } from '../rows.ts'
import type { Attempt } from './attempt.ts'
import { selectCandidates, selectCountable, type ScopedSearch, type TypeSearch } from './candidates.ts'
import { findIdType, selectWaiting } from './waiting.ts'

/** A snippet of a longer text comes from its beginning. */
const MAX_TEXT = 50_000

const SNIPPET_OPTIONS = `StartSel="${HIT_BEGINS}", StopSel="${HIT_ENDS}", MaxFragments=2, MaxWords=25, MinWords=8, FragmentDelimiter=" … "`

const listColumns = ({ texts }: SearchedType, weights: readonly SearchWeight[]): readonly Sql[] =>
  texts
    .filter(({ weight }) => weights.includes(weight))
    .map(({ attribute }) => sql`left(${sql.ref(`t.${toSnakeCase(attribute)}`)}, ${sql.lit(MAX_TEXT)})`)

/** The text for a snippet of the row `t`: the title, and each other text on a separate line. */
const selectText = (searched: SearchedType): Sql => {
  const [title, others] = [listColumns(searched, ['A']), listColumns(searched, ['D'])]
  const lines = [...(title.length > 0 ? [sql`concat_ws(' ', ${sql.join(title)})`] : []), ...others]
  return sql`concat_ws(E'\\n', ${sql.join(lines)})`
}

/** The part of a hit's text that contains the query. The statement first removes the marks from the text. */
const snippetSql = (searched: SearchedType, query: Sql): Sql => {
  const text = sql`translate(without_tags(${selectText(searched)}), ${HIT_BEGINS + HIT_ENDS}, '')`
  const key = sql`hits.id::${findIdType(searched)}`
  return sql`(select ts_headline('content', ${text}, ${query}, ${SNIPPET_OPTIONS}) from ${sql.table(searched.from)} t where t.id = ${key})`
}

/** The weight of the distance between the words: it orders hits with the same number of words in their titles. */
const NEARNESS = 0.05

/**
 * C5.3: a word in a title counts 0.6 or more, and a word in a text at most 0.1, regardless of repetitions. Among hits
 * with the same words in their titles, texts with the words close together come first.
 */
const scoreSql = ({ query, exact }: Attempt): Sql => {
  const asTyped = exact ? sql`ts_rank(d.document, any_of(${exact}))` : sql`0`
  const nearness = sql`case when numnode(${query}) > 1 then ${NEARNESS} * ts_rank_cd(d.document, ${query}, 32) else 0 end`
  return sql`(ts_rank(d.document, any_of(${query})) + ${asTyped} + ${nearness})::real`
}

const selectHits = (search: TypeSearch): Sql =>
  sql`select ${sql.lit(search.searched.type)} as type, d.id::text as id, ${scoreSql(search.attempt)} as score
    from (${selectCandidates(search)}) d`

const listTypes = ({ attempt, scope, tables }: ScopedSearch): readonly SearchedType[] =>
  tables.model.searches.filter(
    ({ type }) => scope[type] !== undefined && (attempt.articles === undefined || type === 'ARTICLE'),
  )

/** The candidates of an attempt within the scope, as rows of type, id and score. */
const selectAllHits = (search: ScopedSearch): Sql => {
  const hits = listTypes(search).map((searched) => selectHits({ ...search, searched }))
  return hits.length === 0
    ? sql`select null as type, null as id, 0::real as score where false`
    : sql.join(hits, sql` union all `)
}

const selectSnippets = (search: ScopedSearch): Sql => {
  const cases = listTypes(search).map(
    (searched) => sql`when ${sql.lit(searched.type)} then ${snippetSql(searched, search.attempt.query)}`,
  )
  return cases.length === 0 ? sql`null` : sql`case hits.type ${sql.join(cases, sql` `)} end`
}

/** Creates the statement that finds the matches of an attempt within the scope, best first. */
export const createHitsStatement = (
  search: ScopedSearch,
  { limit, offset, after, withSnippets }: SearchExtent,
): Sql<SearchHit> => {
  const further = after ? sql`where (score, id) < (${after.score}::real, ${after.id})` : sql``
  const snippet = withSnippets ? selectSnippets(search) : sql`null`
  return sql`with ${selectWaiting(listTypes(search))}
    select type, id, score, ${snippet} as snippet from (
      select type, id, score from (${selectAllHits(search)}) found ${further}
      order by score desc, id desc limit ${limit} offset ${offset}
    ) hits order by score desc, id desc`
}

/** Creates the statement that counts the matches of an attempt, no further than `atMost`. */
export const createHitCountStatement = (search: ScopedSearch, atMost: number): Sql<{ count: number }> => {
  const found = listTypes(search).map(
    (searched) => sql`select from ${selectCountable({ ...search, searched }, atMost)} d`,
  )
  const rows = found.length === 0 ? sql`select where false` : sql.join(found, sql` union all `)
  return sql`with ${selectWaiting(listTypes(search))}
    select count(*)::int as count from (select from (${rows}) found limit ${atMost}) counted`
}
