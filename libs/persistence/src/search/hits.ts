import type { SearchExtent, SearchScope, SearchType } from '@content-service/domain'
import { sql, type RawBuilder } from 'kysely'
import { conditionSql } from '../reading/statement.ts'
import { snippetSql } from './snippets.ts'

export type Sql = RawBuilder<unknown>

/** One way to look for what a search says. */
export interface Attempt {
  readonly query: Sql
  /** The words as they were typed, when the query has corrections: a hit that has the words themselves is better. */
  readonly exact?: Sql
  /** Looks at articles alone, those for which this holds too; their rows are named `t`. */
  readonly articles?: Sql
}

const COLLECTIONS = {
  ARTICLE: { from: 'articles', key: 'article_id' },
  USER: { from: 'users', key: 'user_id' },
  COMMENT: { from: 'comments', key: 'comment_id' },
  PRODUCT: { from: 'products', key: 'product_id' },
} as const satisfies Record<SearchType, object>

const NOTHING = { op: 'or', conditions: [] } as const

export const joined = (parts: readonly Sql[], operator: string): Sql =>
  sql`(${sql.join(parts, sql.raw(operator))})`

/** How near to each other words are decides between hits that have as many of them in their titles. */
const NEARNESS = 0.05

/**
 * C5.3: a word in a title counts 0.6 and more, however often a text repeats it: 0.1 at most. Where the same words
 * are in the titles, texts in which they stand together come first.
 */
const scoreSql = ({ query, exact }: Attempt): Sql => {
  const asTyped = exact ? sql`ts_rank(d.document, any_of(${exact}))` : sql`0`
  const nearness = sql`case when numnode(${query}) > 1 then ${NEARNESS} * ts_rank_cd(d.document, ${query}, 32) else 0 end`
  return sql`(ts_rank(d.document, any_of(${query})) + ${asTyped} + ${nearness})::real`
}

const hitsOf = (type: SearchType, scope: SearchScope, attempt: Attempt): Sql => {
  const { query, articles } = attempt
  const { from, key } = COLLECTIONS[type]
  const table = sql.raw(`search_documents d join ${from} t on t.id = d.${key}`)
  const also = articles ? sql` and ${articles}` : sql``
  return sql`select ${sql.lit(type)} as type, t.id::text as id, ${scoreSql(attempt)} as score
    from ${table} where d.document @@ ${query} and ${conditionSql(from, 't', scope[type] ?? NOTHING)}${also}`
}

const typesIn = (attempt: Attempt, scope: SearchScope): readonly SearchType[] => {
  const wanted: readonly SearchType[] = attempt.articles
    ? ['ARTICLE']
    : (Object.keys(COLLECTIONS) as SearchType[])
  return wanted.filter((type) => scope[type] !== undefined)
}

/** All that an attempt matches within the scope, as rows of type, id and score. */
const allHits = (attempt: Attempt, scope: SearchScope): Sql => {
  const hits = typesIn(attempt, scope).map((type) => hitsOf(type, scope, attempt))
  return hits.length === 0
    ? sql`select null as type, null as id, 0::real as score where false`
    : sql.join(hits, sql.raw(' union all '))
}

const snippets = (attempt: Attempt, scope: SearchScope): Sql => {
  const cases = typesIn(attempt, scope).map(
    (type) => sql`when ${sql.lit(type)} then ${snippetSql(type, COLLECTIONS[type].from, attempt.query)}`,
  )
  return cases.length === 0 ? sql`null` : sql`case hits.type ${sql.join(cases, sql.raw(' '))} end`
}

/** The statement that finds what an attempt matches within the scope, best first. */
export const hitsStatement = (
  attempt: Attempt,
  scope: SearchScope,
  { limit, offset, after, withSnippets }: SearchExtent,
): Sql => {
  const further = after ? sql`where (score, id) < (${after.score}::real, ${after.id})` : sql``
  const snippet = withSnippets ? snippets(attempt, scope) : sql`null`
  return sql`select type, id, score, ${snippet} as snippet from (
      select type, id, score from (${allHits(attempt, scope)}) found ${further}
      order by score desc, id desc limit ${limit} offset ${offset}
    ) hits order by score desc, id desc`
}

/** Counts what an attempt matches, no further than `atMost`. */
export const hitCountStatement = (attempt: Attempt, scope: SearchScope, atMost: number): Sql =>
  sql`select count(*)::int as count from (select 1 from (${allHits(attempt, scope)}) found limit ${atMost}) counted`
