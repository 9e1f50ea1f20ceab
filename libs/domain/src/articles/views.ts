import type { ArticleId, UserId } from '../rules/ids.ts'
import type { ArticleStore } from './article-store.ts'

/** C4.6: whether the article is PUBLISHED, and the reader is not its owner. */
export const countsAsView = (
  reader: UserId | null,
  article: { readonly status?: unknown; readonly ownerId?: unknown },
): boolean => article.status === 'PUBLISHED' && article.ownerId !== reader

/**
 * Views wait here until `flush` writes them, at least every second and at shutdown: a crash loses only the counts of
 * the last second (C4.6).
 */
export class ViewCounter {
  #waiting = new Map<ArticleId, number>()

  count(id: ArticleId): void {
    this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + 1)
  }

  /** Writes the waiting views. After a failed write the views wait for the next flush. */
  async flush(stores: { readonly articles: Pick<ArticleStore, 'addViews'> }): Promise<void> {
    if (this.#waiting.size === 0) return
    const counts = this.#waiting
    this.#waiting = new Map()
    try {
      await stores.articles.addViews(counts)
    } catch (error) {
      for (const [id, count] of counts) this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + count)
      throw error
    }
  }
}
