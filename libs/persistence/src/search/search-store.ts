import type { UserId } from '@content-service/domain'
import type {
  IndexOutcome,
  SearchExtent,
  SearchHit,
  SearchScope,
  SearchStore,
  UserSearch,
} from '@content-service/domain/internal/search'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findParts } from '../session/database-parts.ts'
import { findRow, findRows, type Sql } from '../statements/sql.ts'
import { SqlStore } from '../session/sql-store.ts'
import { conditionSql } from '../reading/conditions.ts'
import type { Tables } from '../tables/tables.ts'
import type { Pipeline } from '../prepared/pipeline.ts'
import type { BoundStatement } from '../statements/prepared-statement.ts'
import { settlePublicUsers } from '../users/public-users.ts'
import { createSearchSettings, endInTime, runBoundedSearch } from '../session/bounded.ts'
import {
  createLiteralAttempt,
  corrected,
  correctedFarther,
  matchLongTexts,
  matchPlainTitles,
  type LookUp,
} from './attempts.ts'
import { listTypes, type ScopedSearch } from './candidates.ts'
import { createFewHitsStatement, createHitCountStatement, createManyHitsStatement } from './hits.ts'
import { learnWords, setReadable } from './learning.ts'
import { findCommonSearches } from './common-searches.ts'
import { bindSearch, findPreparedSearches } from './prepared-search.ts'
import { removeLoneDashes } from '../documents/typed-words.ts'
import { indexWaiting } from '../documents/waiting.ts'

/** Escapes the special characters of LIKE, so that the search finds them literally. */
const escapeLike = (keyword: string): string => keyword.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

const COLUMNS = { names: ['username', 'name'], address: ['email'] } as const

/** The statement that finds the users whose names contain the keyword, newest first. */
const createUserSearchStatement = (
  tables: Tables,
  { keyword, where, byEmail, atMost }: UserSearch,
): Sql<{ id: UserId }> => {
  const columns = [...COLUMNS.names, ...(byEmail ? COLUMNS.address : [])]
  const pattern = `%${escapeLike(keyword)}%`
  const matches = columns.map((column) => sql`folded(t.${sql.ref(column)}) like folded(${pattern})`)
  return sql`select t.id from users t
    where (${sql.join(matches, sql` or `)}) and ${conditionSql(tables.of('users'), 't', where)}
    order by t.created_at desc, t.id desc limit ${atMost}`
}

const isFurther = ({ offset, after }: SearchExtent): boolean => offset > 0 || after !== undefined

interface Search extends Pick<LookUp, 'timeoutMs'> {
  readonly text: string
  readonly scope: SearchScope
  readonly tables: Tables
  readonly beforeCorrecting?: SearchExtent['beforeCorrecting']
}

const UNCOUNTED = (): Promise<void> => Promise.resolve()

/** The words as typed, titles of common words, phrases in texts that are too long for the index, words with one correction, and with two. */
const WAYS = [createLiteralAttempt, matchPlainTitles, matchLongTexts, corrected, correctedFarther]

/** An attempt with its name among the common searches: the number of its way, the text, and the types. */
interface NamedAttempt {
  readonly name: string
  readonly search: ScopedSearch
}

/** The attempts of a search. The first attempt with a hit decides all pages. */
async function* attempts(em: SqlEntityManager, asked: Search): AsyncGenerator<NamedAttempt> {
  const { text, scope, tables, timeoutMs, beforeCorrecting = UNCOUNTED } = asked
  for (const [way, attemptOf] of WAYS.entries()) {
    const attempt = await attemptOf(text, { em, timeoutMs, beforeCorrecting })
    if (attempt === null) continue
    const search = { attempt, scope, tables }
    const name = JSON.stringify([way, text, Object.keys(scope)])
    if (listTypes(search).length > 0) yield { name, search }
  }
}

const countHits = async (em: SqlEntityManager, search: ScopedSearch, atMost: number): Promise<number> =>
  (await findRow(em, createHitCountStatement(search, atMost)))?.count ?? 0

const countEachType = async (
  em: SqlEntityManager,
  search: ScopedSearch,
  atMost: number,
): Promise<Readonly<Record<string, number>>> => {
  const counts: Record<string, number> = {}
  for (const { searched } of listTypes(search)) {
    const scope = { [searched.type]: search.scope[searched.type] as SearchScope[string] }
    counts[searched.type] = await countHits(em, { ...search, scope } as ScopedSearch, atMost)
  }
  return counts
}

const isCommon = (found: readonly { readonly type: unknown }[]): boolean =>
  found.some(({ type }) => type === null)

/** Finds few hits, or many hits of a common search. */
interface HitFinder {
  few(): Promise<readonly (SearchHit | { readonly type: null })[]>
  many(): Promise<readonly SearchHit[]>
}

const findFewOrMany = async (
  em: SqlEntityManager,
  name: string,
  { few, many }: HitFinder,
): Promise<readonly SearchHit[]> => {
  const commonSearches = findCommonSearches(em)
  if (commonSearches.has(name)) return many()
  const found = await few()
  // Only the row of a common search has no type.
  if (!isCommon(found)) return found as readonly SearchHit[]
  commonSearches.add(name)
  return many()
}

/** The statements of searches select these columns. */
const toHit = ([type, id, score, snippet]: readonly unknown[]) =>
  ({ type, id, score, snippet }) as unknown as SearchHit

/** Prepared statements need connections that keep the settings of searches, and have neither conditions on long texts nor plain titles. */
const findSearchPipeline = (em: SqlEntityManager, { attempt }: ScopedSearch): Pipeline | null => {
  const { pipeline } = findParts(em)
  if (attempt.articles || attempt.isPlain || em.isInTransaction()) return null
  return pipeline?.keepsSettings === true ? pipeline : null
}

const findHits = (
  em: SqlEntityManager,
  { name, search }: NamedAttempt,
  { text, timeoutMs }: Search,
  extent: SearchExtent,
): Promise<readonly SearchHit[]> => {
  const pipeline = extent.isFiltered ? null : findSearchPipeline(em, search)
  if (!pipeline)
    return runBoundedSearch(em, timeoutMs, (inside) =>
      findFewOrMany(em, name, {
        few: () => findRows(inside, createFewHitsStatement(search, extent)),
        many: () => findRows(inside, createManyHitsStatement(search, extent)),
      }),
    )
  const given = { ...search, text, widened: search.attempt.widened }
  const { few, many, values } = bindSearch(findPreparedSearches(em), given, extent)
  const settings = createSearchSettings(timeoutMs)
  const find = async (statement: BoundStatement) =>
    (await pipeline.findSlowly(statement, statement.bind(values), settings)).map(toHit)
  return endInTime(() => findFewOrMany(em, name, { few: () => find(few), many: () => find(many) }))
}

export class SqlSearchStore extends SqlStore implements SearchStore {
  async search(text: string, scope: SearchScope, extent: SearchExtent): Promise<readonly SearchHit[]> {
    if (Object.keys(scope).length === 0) return []
    const search = { ...this.#ask(text, scope), beforeCorrecting: extent.beforeCorrecting }
    return this.session.read(async (em) => {
      for await (const attempt of attempts(em, search)) {
        const hits = await findHits(em, attempt, search, extent)
        const hasMatch = () =>
          runBoundedSearch(
            em,
            search.timeoutMs,
            async (inside) => (await countHits(inside, attempt.search, 1)) > 0,
          )
        if (hits.length > 0 || (isFurther(extent) && (await hasMatch()))) return hits
      }
      return []
    })
  }

  async count(text: string, scope: SearchScope, atMost: number): Promise<number> {
    if (Object.keys(scope).length === 0) return 0
    return this.#bounded(async (em) => {
      for await (const { search } of attempts(em, this.#ask(text, scope))) {
        const count = await countHits(em, search, atMost)
        if (count > 0) return count
      }
      return 0
    })
  }

  async countByType(
    text: string,
    scope: SearchScope,
    atMost: number,
  ): Promise<Readonly<Record<string, number>>> {
    if (Object.keys(scope).length === 0) return {}
    return this.#bounded(async (em) => {
      for await (const { search } of attempts(em, this.#ask(text, scope))) {
        const counts = await countEachType(em, search, atMost)
        if (Object.values(counts).some((count) => count > 0)) return counts
      }
      return {}
    })
  }

  users(search: UserSearch): Promise<readonly UserId[]> {
    return this.#bounded(async (em) => {
      const found = await findRows(em, createUserSearchStatement(this.session.tables, search))
      return found.map(({ id }) => id)
    })
  }

  index(): Promise<IndexOutcome> {
    return this.session.run(async (em) => {
      const areSettled = await settlePublicUsers(em)
      for (const step of [indexWaiting, learnWords]) {
        const outcome = await step(em)
        if (outcome !== 'done') return outcome
      }
      return areSettled ? 'done' : 'busy'
    })
  }

  setReadable(readable: SearchScope): Promise<void> {
    return this.session.run((em) => setReadable(em, this.session.tables, readable))
  }

  #ask(text: string, scope: SearchScope): Search {
    const { tables, searchTimeoutMs: timeoutMs } = this.session
    return { text: removeLoneDashes(text), scope, tables, timeoutMs }
  }

  #bounded<Result>(work: (em: SqlEntityManager) => Promise<Result>): Promise<Result> {
    return this.session.read((em) => runBoundedSearch(em, this.session.searchTimeoutMs, work))
  }
}
