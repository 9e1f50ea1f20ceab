import type { ApiKeyId } from '../ids.ts'
import type { ApiKey } from './api-key.ts'

/** Port: where API keys are kept, each under the digest of its text. */
export interface ApiKeyStore {
  nextId(): ApiKeyId
  /** `decide` is told how many keys the owner has, while no other is being added. */
  add(key: ApiKey, digest: string, decide: (held: number) => void): Promise<ApiKey>
  /** Decides on the locked row; false when there is no such key. */
  remove(id: ApiKeyId, decide: (current: ApiKey) => void): Promise<boolean>
  /** Removes keys that expired by then; those that never do stay. */
  purge(expiredBy: Date): Promise<void>
}

/** Port: makes secrets that are shown once, and what is kept of them. Implemented by libs/identity. */
export interface SecretMaker {
  /** A new API key (C7.3). */
  apiKey(): MadeSecret
  /** A secret for a single use, such as to set a password with. */
  token(): MadeSecret
  /** What is kept of a token that somebody shows. */
  digest(text: string): string
}

export interface MadeSecret {
  readonly text: string
  /** SHA-256, base64url: enough for what is random. */
  readonly digest: string
}
