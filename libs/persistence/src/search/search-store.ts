import type {
  SearchExtent,
  SearchHit,
  SearchScope,
  SearchStore,
  UserId,
  UserSearch,
} from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { stored } from '../store-errors.ts'
import { asWritten, corrected, inLongTexts } from './attempts.ts'
import { hitCountStatement, hitsStatement, type Attempt } from './hits.ts'
import { userSearchStatement } from './user-search.ts'

const isFurther = ({ offset, after }: SearchExtent): boolean => offset > 0 || after !== undefined

export class SqlSearchStore implements SearchStore {
  readonly #em: SqlEntityManager

  constructor(em: SqlEntityManager) {
    this.#em = em
  }

  search(text: string, scope: SearchScope, extent: SearchExtent): Promise<readonly SearchHit[]> {
    return stored(async () => {
      for await (const attempt of this.#attempts(text, scope)) {
        const hits = await this.#hits(attempt, scope, extent)
        if (hits.length > 0 || (isFurther(extent) && (await this.#count(attempt, scope, 1)) > 0)) return hits
      }
      return []
    })
  }

  count(text: string, scope: SearchScope, atMost: number): Promise<number> {
    return stored(async () => {
      for await (const attempt of this.#attempts(text, scope)) {
        const count = await this.#count(attempt, scope, atMost)
        if (count > 0) return count
      }
      return 0
    })
  }

  users(search: UserSearch): Promise<readonly UserId[]> {
    return stored(async () => {
      const { rows } = await userSearchStatement(search).execute(this.#em.getKysely())
      return (rows as { id: UserId }[]).map(({ id }) => id)
    })
  }

  /**
   * First as written, then phrases in texts too long for the index, then with words corrected: the first attempt that
   * finds anything is the one, on every page.
   */
  async *#attempts(text: string, scope: SearchScope): AsyncGenerator<Attempt> {
    if (Object.keys(scope).length === 0) return
    for (const attemptOf of [asWritten, inLongTexts, corrected]) {
      const attempt = await attemptOf(text, this.#em)
      if (attempt !== null) yield attempt
    }
  }

  async #hits(attempt: Attempt, scope: SearchScope, extent: SearchExtent): Promise<readonly SearchHit[]> {
    const { rows } = await hitsStatement(attempt, scope, extent).execute(this.#em.getKysely())
    return rows as SearchHit[]
  }

  async #count(attempt: Attempt, scope: SearchScope, atMost: number): Promise<number> {
    const { rows } = await hitCountStatement(attempt, scope, atMost).execute(this.#em.getKysely())
    return (rows as { count: number }[])[0]?.count ?? 0
  }
}
