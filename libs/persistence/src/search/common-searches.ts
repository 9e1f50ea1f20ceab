import type { SqlEntityManager } from '@mikro-orm/sql'

const MOST_SEARCHES = 1_000

/**
 * The last searches with more matches than a search ranks. Their next pages, and the same searches of other callers, need
 * not look for a small number of matches first. If they have become rare, they find the same hits in more time.
 */
class CommonSearches {
  readonly #names = new Set<string>()

  has(name: string): boolean {
    return this.#names.has(name)
  }

  add(name: string): void {
    this.#names.delete(name)
    this.#names.add(name)
    const [oldest] = this.#names
    if (this.#names.size > MOST_SEARCHES && oldest !== undefined) this.#names.delete(oldest)
  }
}

const searches = new WeakMap<object, CommonSearches>()

/** The common searches of a database. */
export const findCommonSearches = (em: SqlEntityManager): CommonSearches => {
  const driver = em.getDriver()
  const found = searches.get(driver) ?? new CommonSearches()
  searches.set(driver, found)
  return found
}
