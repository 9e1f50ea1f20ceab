import type {
  SearchExtent,
  SearchHit,
  SearchScope,
  SearchStore,
  UserId,
  UserSearch,
} from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import type { StoreSession } from '../store-session.ts'
import { boundedSearch } from './bounded.ts'
import { asWritten, corrected, correctedFarther, inLongTexts } from './attempts.ts'
import type { Sql } from '../sql.ts'
import type { Attempt } from './attempt.ts'
import { hitCountStatement, hitsStatement } from './hits.ts'
import { withoutLoneDashes } from './query-words.ts'
import { userSearchStatement } from './user-search.ts'

const isFurther = ({ offset, after }: SearchExtent): boolean => offset > 0 || after !== undefined

interface Search {
  readonly text: string
  readonly scope: SearchScope
  readonly beforeCorrecting?: SearchExtent['beforeCorrecting']
}

const UNCOUNTED = (): Promise<void> => Promise.resolve()

/**
 * First as written, then phrases in texts too long for the index, then with words corrected by one mistake, then by
 * two: the first attempt that finds anything is the one, on every page.
 */
async function* attempts(
  em: SqlEntityManager,
  { text, scope, beforeCorrecting = UNCOUNTED }: Search,
): AsyncGenerator<Attempt> {
  if (Object.keys(scope).length === 0) return
  const search = withoutLoneDashes(text)
  for (const attemptOf of [asWritten, inLongTexts, corrected, correctedFarther]) {
    const attempt = await attemptOf(search, em, beforeCorrecting)
    if (attempt !== null) yield attempt
  }
}

const hitsOf = async (em: SqlEntityManager, statement: Sql): Promise<readonly SearchHit[]> => {
  const { rows } = await statement.execute(em.getKysely())
  return rows as SearchHit[]
}

const countOf = async (em: SqlEntityManager, statement: Sql): Promise<number> => {
  const { rows } = await statement.execute(em.getKysely())
  return (rows as { count: number }[])[0]?.count ?? 0
}

export class SqlSearchStore implements SearchStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  search(text: string, scope: SearchScope, extent: SearchExtent): Promise<readonly SearchHit[]> {
    const { tables } = this.#session
    return this.#bounded(async (em) => {
      for await (const attempt of attempts(em, { text, scope, ...extent })) {
        const hits = await hitsOf(em, hitsStatement({ attempt, scope, tables }, extent))
        if (
          hits.length > 0 ||
          (isFurther(extent) && (await countOf(em, hitCountStatement({ attempt, scope, tables }, 1))) > 0)
        )
          return hits
      }
      return []
    })
  }

  count(text: string, scope: SearchScope, atMost: number): Promise<number> {
    const { tables } = this.#session
    return this.#bounded(async (em) => {
      for await (const attempt of attempts(em, { text, scope })) {
        const count = await countOf(em, hitCountStatement({ attempt, scope, tables }, atMost))
        if (count > 0) return count
      }
      return 0
    })
  }

  users(search: UserSearch): Promise<readonly UserId[]> {
    return this.#bounded(async (em) => {
      const { rows } = await userSearchStatement(this.#session.tables, search).execute(em.getKysely())
      return (rows as { id: UserId }[]).map(({ id }) => id)
    })
  }

  #bounded<Result>(work: (em: SqlEntityManager) => Promise<Result>): Promise<Result> {
    return this.#session.read((em) => boundedSearch(em, this.#session.searchTimeoutMs, work))
  }
}
