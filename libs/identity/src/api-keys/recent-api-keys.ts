import type { ApiKey } from '@content-service/domain/internal/api-keys'
import { TtlCache } from '../secrets/ttl-cache.ts'
import type { ApiKeyFinder } from './api-key.ts'

/**
 * Caches the found keys of the last seconds by their digests. It keeps no wrong key: a flood of wrong keys would drive
 * the others out.
 */
export class RecentApiKeys implements ApiKeyFinder {
  readonly #finder: ApiKeyFinder
  readonly #keys: TtlCache<string, ApiKey | null>

  constructor(finder: ApiKeyFinder, now: () => Date, bytes?: number) {
    this.#finder = finder
    this.#keys = new TtlCache((digest: string) => finder.findByDigest(digest), now, { bytes })
  }

  async findByDigest(digest: string): Promise<ApiKey | null> {
    const key = await this.#keys.get(digest)
    if (key === null) this.#keys.forget(digest)
    return key
  }

  /** The next request reads the time of the use. */
  async recordUse(digest: string, at: Date): Promise<void> {
    await this.#finder.recordUse(digest, at)
    this.#keys.forget(digest)
  }

  /** After this, each key is read again. */
  clear(): void {
    this.#keys.clear()
  }
}
