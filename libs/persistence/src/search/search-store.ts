import type { SearchHit, SearchScope, SearchStore, SearchType, Window } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql, type RawBuilder } from 'kysely'
import { conditionSql } from '../reading/statement.ts'
import { stored } from '../store-errors.ts'
import { alternativesOf, folded, type Term } from './query-words.ts'

const COLLECTIONS = {
  ARTICLE: { from: 'articles', key: 'article_id' },
  USER: { from: 'users', key: 'user_id' },
  COMMENT: { from: 'comments', key: 'comment_id' },
  PRODUCT: { from: 'products', key: 'product_id' },
} as const satisfies Record<SearchType, object>

type Sql = RawBuilder<unknown>

/** Words of the texts that a misspelt one may have meant are no farther than one letter away, long ones two (C5.3). */
const LONG_WORD = 8
const SHORTEST_CORRECTED = 4
const MAX_CORRECTIONS = 8

const websearch = (text: string): Sql => sql`websearch_to_tsquery('content', ${text})`

const hitsOf = (type: SearchType, scope: SearchScope, query: Sql): Sql => {
  const { from, key } = COLLECTIONS[type]
  const table = sql.raw(`search_documents d join ${from} t on t.id = d.${key}`)
  return sql`select ${sql.lit(type)} as type, t.id::text as id, ts_rank_cd(d.document, ${query}, 1) as score
    from ${table} where d.document @@ ${query} and ${conditionSql(from, 't', scope[type] ?? { op: 'or', conditions: [] })}`
}

const rankedHits = (query: Sql, scope: SearchScope, { limit, offset }: Window): Sql => {
  const types = (Object.keys(COLLECTIONS) as SearchType[]).filter((type) => scope[type] !== undefined)
  const hits = types.map((type) => hitsOf(type, scope, query))
  return sql`select type, id, score from (${sql.join(hits, sql.raw(' union all '))}) hits
    order by score desc, id desc limit ${limit} offset ${offset}`
}

export class SqlSearchStore implements SearchStore {
  readonly #em: SqlEntityManager

  constructor(em: SqlEntityManager) {
    this.#em = em
  }

  /** First as written; a search that finds nothing is tried with its words corrected. */
  search(text: string, scope: SearchScope, window: Window): Promise<readonly SearchHit[]> {
    return stored(async () => {
      if (Object.keys(scope).length === 0) return []
      const hits = await this.#hits(websearch(text), scope, window)
      if (hits.length > 0 || window.offset > 0) return hits
      const corrected = await this.#corrected(text)
      return corrected === null ? [] : this.#hits(corrected, scope, window)
    })
  }

  async #hits(query: Sql, scope: SearchScope, window: Window): Promise<readonly SearchHit[]> {
    const { rows } = await rankedHits(query, scope, window).execute(this.#em.getKysely())
    return rows as SearchHit[]
  }

  /** The search with every word widened by those it may have meant; null when there are none. */
  async #corrected(text: string): Promise<Sql | null> {
    const alternatives = alternativesOf(text)
    const words = alternatives.flat().flatMap((term) => correctable(term))
    const corrections = await this.#correctionsOf([...new Set(words)])
    if (corrections.size === 0) return null
    const all = alternatives.map((terms) =>
      joined(
        terms.map((term) => widened(term, corrections)),
        ' && ',
      ),
    )
    return joined(all, ' || ')
  }

  async #correctionsOf(words: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const corrections = new Map<string, readonly string[]>()
    for (const word of words) {
      const near = await this.#wordsNear(word)
      if (near.length > 0) corrections.set(word, near)
    }
    return corrections
  }

  /** Trigrams find candidates by the index; the distance decides, and only the nearest are taken. */
  async #wordsNear(word: string): Promise<readonly string[]> {
    const farthest = word.length >= LONG_WORD ? 2 : 1
    const { rows } = await sql<{ word: string }>`select word from (
        select word, levenshtein_less_equal(word, ${word}, ${farthest}) as distance from search_words where word % ${word}
      ) near where distance between 1 and ${farthest} order by distance, word limit ${MAX_CORRECTIONS}`.execute(
      this.#em.getKysely(),
    )
    return rows.map((row) => row.word)
  }
}

const correctable = ({ text, isPhrase, isNegated }: Term): readonly string[] => {
  const word = folded(text)
  return isPhrase || isNegated || word.length < SHORTEST_CORRECTED || word.length > 40 ? [] : [word]
}

const widened = (term: Term, corrections: ReadonlyMap<string, readonly string[]>): Sql => {
  if (term.isPhrase) return websearch(`${term.isNegated ? '-' : ''}"${term.text}"`)
  if (term.isNegated) return websearch(`-${term.text}`)
  return joined([term.text, ...(corrections.get(folded(term.text)) ?? [])].map(websearch), ' || ')
}

const joined = (queries: readonly Sql[], operator: string): Sql =>
  sql`(${sql.join(queries, sql.raw(operator))})`
