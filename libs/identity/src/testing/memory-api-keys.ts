import type { User } from '@content-service/domain'
import type { ApiKey } from '@content-service/domain/internal/api-keys'
import type { ApiKeyId } from '@content-service/domain/internal/rules'
import type { ApiKeyFinder } from '../api-keys/api-key.ts'
import { createApiKey } from '../secrets/api-key-text.ts'
import { digest } from '../secrets/secrets.ts'
import { NOON } from './accounts.ts'

/** API keys that record the times of their use. */
export class MemoryApiKeys implements ApiKeyFinder {
  readonly uses: Date[] = []
  readonly #keys = new Map<string, ApiKey>()

  /** The text of a new key. */
  make(owner: User, more: Partial<ApiKey> = {}): string {
    const text = createApiKey()
    this.#keys.set(digest(text), {
      id: `key ${this.#keys.size}` as ApiKeyId,
      ownerId: owner.id,
      name: 'robot',
      scopes: ['articles:read'],
      expiresAt: null,
      createdAt: NOON,
      lastUsedAt: null,
      ...more,
    })
    return text
  }

  async findByDigest(digest: string): Promise<ApiKey | null> {
    return this.#keys.get(digest) ?? null
  }

  async recordUse(digest: string, at: Date): Promise<void> {
    this.uses.push(at)
    const key = this.#keys.get(digest)
    if (key) this.#keys.set(digest, { ...key, lastUsedAt: at })
  }
}
