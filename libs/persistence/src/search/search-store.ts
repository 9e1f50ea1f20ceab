import type { SearchHit, SearchScope, SearchStore, UserId, UserSearch, Window } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { stored } from '../store-errors.ts'
import { asWritten, corrected, inLongTexts } from './attempts.ts'
import { hitsStatement, type Attempt } from './hits.ts'
import { userSearchStatement } from './user-search.ts'

const FIRST: Window = { limit: 1, offset: 0 }

export class SqlSearchStore implements SearchStore {
  readonly #em: SqlEntityManager

  constructor(em: SqlEntityManager) {
    this.#em = em
  }

  /**
   * First as written, then phrases in texts too long for the index, then with words corrected: the first attempt that
   * finds anything is the answer, on every page.
   */
  search(text: string, scope: SearchScope, window: Window): Promise<readonly SearchHit[]> {
    return stored(async () => {
      if (Object.keys(scope).length === 0) return []
      for (const attempt of [asWritten, inLongTexts, corrected]) {
        const tried = await attempt(text, this.#em)
        const hits = tried && (await this.#hits(tried, scope, window))
        if (hits && (hits.length > 0 || (await this.#isPastTheEnd(tried, scope, window)))) return hits
      }
      return []
    })
  }

  users(search: UserSearch): Promise<readonly UserId[]> {
    return stored(async () => {
      const { rows } = await userSearchStatement(search).execute(this.#em.getKysely())
      return (rows as { id: UserId }[]).map(({ id }) => id)
    })
  }

  async #isPastTheEnd(attempt: Attempt, scope: SearchScope, { offset }: Window): Promise<boolean> {
    return offset > 0 && (await this.#hits(attempt, scope, FIRST)).length > 0
  }

  async #hits(attempt: Attempt, scope: SearchScope, window: Window): Promise<readonly SearchHit[]> {
    const { rows } = await hitsStatement(attempt, scope, window).execute(this.#em.getKysely())
    return rows as SearchHit[]
  }
}
