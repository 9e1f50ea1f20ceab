import { perDatabase } from '../session/database-parts.ts'
const MOST_SEARCHES = 1_000

/**
 * The last searches with more matches than a search ranks. Their next pages, and the same searches of other callers, need
 * not look for a small number of matches first. If they have become rare, they find the same hits in more time.
 */
export class CommonSearches {
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

export const findCommonSearches = perDatabase(() => new CommonSearches())
