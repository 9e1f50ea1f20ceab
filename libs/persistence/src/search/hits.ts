import type { SearchScope, SearchType, Window } from '@content-service/domain'
import { sql, type RawBuilder } from 'kysely'
import { conditionSql } from '../reading/statement.ts'

export type Sql = RawBuilder<unknown>

/** One way to look for what a search says. */
export interface Attempt {
  readonly query: Sql
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

const hitsOf = (type: SearchType, scope: SearchScope, { query, articles }: Attempt): Sql => {
  const { from, key } = COLLECTIONS[type]
  const table = sql.raw(`search_documents d join ${from} t on t.id = d.${key}`)
  const also = articles ? sql` and ${articles}` : sql``
  return sql`select ${sql.lit(type)} as type, t.id::text as id, ts_rank_cd(d.document, ${query}, 1) as score
    from ${table} where d.document @@ ${query} and ${conditionSql(from, 't', scope[type] ?? NOTHING)}${also}`
}

/** The statement that finds what an attempt matches within the scope, best first. */
export const hitsStatement = (attempt: Attempt, scope: SearchScope, { limit, offset }: Window): Sql => {
  const wanted: readonly SearchType[] = attempt.articles
    ? ['ARTICLE']
    : (Object.keys(COLLECTIONS) as SearchType[])
  const types = wanted.filter((type) => scope[type] !== undefined)
  if (types.length === 0) return sql`select null as type where false`
  const hits = types.map((type) => hitsOf(type, scope, attempt))
  return sql`select type, id, score from (${sql.join(hits, sql.raw(' union all '))}) hits
    order by score desc, id desc limit ${limit} offset ${offset}`
}
