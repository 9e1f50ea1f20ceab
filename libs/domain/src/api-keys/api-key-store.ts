import type { ApiKeyId } from '../rules/ids.ts'
import type { ApiKey } from './api-key.ts'

/** Port: stores API keys, each under the digest of its text. */
export interface ApiKeyStore {
  nextId(): ApiKeyId
  /** Calls `decide` with the number of the owner's keys, while no other request can add a key. */
  add(key: ApiKey, digest: string, decide: (held: number) => void): Promise<ApiKey>
  /** Runs `decide` on the locked row; false if there is no key with this id. */
  remove(id: ApiKeyId, decide: (current: ApiKey) => void): Promise<boolean>
  /** Removes keys that expired before `expiredBy`; it keeps keys that never expire. */
  purge(expiredBy: Date): Promise<void>
}

/** Port: makes secrets that a response shows once, and their digests for the store. Implemented by libs/identity. */
export interface SecretMaker {
  /** A new API key (C7.3). */
  apiKey(): MadeSecret
  /** A secret for a single use, such as a code that sets a password. */
  token(): MadeSecret
  /** The digest of a presented token. */
  digest(text: string): string
}

export interface MadeSecret {
  readonly text: string
  /** SHA-256, base64url: enough for a random text. */
  readonly digest: string
}
