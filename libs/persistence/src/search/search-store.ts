import type {
  IndexOutcome,
  SearchExtent,
  SearchHit,
  SearchScope,
  SearchStore,
  UserId,
  UserSearch,
} from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow, findRows, type Sql } from '../sql.ts'
import { SqlStore } from '../sql-store.ts'
import { conditionSql } from '../reading/statement.ts'
import type { Tables } from '../reading/tables.ts'
import { runBoundedSearch } from './bounded.ts'
import { createLiteralAttempt, corrected, correctedFarther, matchLongTexts } from './attempts.ts'
import { listTypes, type ScopedSearch } from './candidates.ts'
import { createFewHitsStatement, createHitCountStatement, createManyHitsStatement } from './hits.ts'
import { removeLoneDashes } from './query-words.ts'
import { indexWaiting } from './waiting.ts'

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

interface Search {
  readonly text: string
  readonly scope: SearchScope
  readonly beforeCorrecting?: SearchExtent['beforeCorrecting']
}

const UNCOUNTED = (): Promise<void> => Promise.resolve()

/**
 * The attempts of a search: the words as typed, phrases in texts that are too long for the index, words with one
 * correction, and words with two corrections. The first attempt with a hit decides all pages.
 */
async function* attempts(
  em: SqlEntityManager,
  tables: Tables,
  { text, scope, beforeCorrecting = UNCOUNTED }: Search,
): AsyncGenerator<ScopedSearch> {
  if (Object.keys(scope).length === 0) return
  const search = removeLoneDashes(text)
  for (const attemptOf of [createLiteralAttempt, matchLongTexts, corrected, correctedFarther]) {
    const attempt = await attemptOf(search, { em, types: tables.model.searches, beforeCorrecting })
    if (attempt === null) continue
    const scoped = { attempt, scope, tables }
    if (listTypes(scoped).length > 0) yield scoped
  }
}

const countHits = async (em: SqlEntityManager, search: ScopedSearch, atMost: number): Promise<number> =>
  (await findRow(em, createHitCountStatement(search, atMost)))?.count ?? 0

const findHits = async (
  em: SqlEntityManager,
  search: ScopedSearch,
  extent: SearchExtent,
): Promise<readonly SearchHit[]> => {
  const found = await findRows(em, createFewHitsStatement(search, extent))
  const hits = found.filter((hit) => hit.type !== null)
  return hits.length < found.length ? findRows(em, createManyHitsStatement(search, extent)) : hits
}

export class SqlSearchStore extends SqlStore implements SearchStore {
  search(text: string, scope: SearchScope, extent: SearchExtent): Promise<readonly SearchHit[]> {
    const { tables } = this.session
    return this.#bounded(async (em) => {
      for await (const search of attempts(em, tables, { text, scope, ...extent })) {
        const hits = await findHits(em, search, extent)
        if (hits.length > 0 || (isFurther(extent) && (await countHits(em, search, 1)) > 0)) return hits
      }
      return []
    })
  }

  count(text: string, scope: SearchScope, atMost: number): Promise<number> {
    const { tables } = this.session
    return this.#bounded(async (em) => {
      for await (const search of attempts(em, tables, { text, scope })) {
        const count = await countHits(em, search, atMost)
        if (count > 0) return count
      }
      return 0
    })
  }

  users(search: UserSearch): Promise<readonly UserId[]> {
    return this.#bounded(async (em) => {
      const found = await findRows(em, createUserSearchStatement(this.session.tables, search))
      return found.map(({ id }) => id)
    })
  }

  index(): Promise<IndexOutcome> {
    return this.session.run(indexWaiting)
  }

  #bounded<Result>(work: (em: SqlEntityManager) => Promise<Result>): Promise<Result> {
    return this.session.read((em) => runBoundedSearch(em, this.session.searchTimeoutMs, work))
  }
}
