import { type Caller, type User, type UserId } from '@content-service/domain'
import { toCaller } from '@content-service/domain/internal/users'
import type { ApiKey } from '@content-service/domain/internal/api-keys'
import type { ContentPolicy } from '@content-service/domain/internal/access'
import { restrict } from '@content-service/authz/restrict'
import { badApiKey } from '../refusals/refusal.ts'
import { digest } from '../secrets/secrets.ts'
import { isApiKey } from '../secrets/api-key-text.ts'

/** Port: finds keys by their digests. */
export interface ApiKeyFinder {
  findByDigest(digest: string): Promise<ApiKey | null>
  recordUse(digest: string, at: Date): Promise<void>
}

export interface ApiKeySettings {
  readonly keys: ApiKeyFinder
  readonly policy: ContentPolicy
  readonly owner: (id: UserId) => Promise<User | null>
  readonly now: () => Date
}

/** C7.3: the service writes `lastUsedAt` at most once a minute. */
const USE_INTERVAL_MS = 60_000

const isValid = ({ expiresAt }: ApiKey, now: Date): boolean => expiresAt === null || expiresAt > now

const isUseDue = ({ lastUsedAt }: ApiKey, at: Date): boolean =>
  lastUsedAt === null || at.getTime() - lastUsedAt.getTime() >= USE_INTERVAL_MS

/**
 * The caller of a key: its owner, restricted to the scopes of the key (C7.3).
 * @throws CredentialRefused UNAUTHENTICATED.
 */
export const authenticateApiKey = async (
  text: string,
  settings: ApiKeySettings,
): Promise<{ readonly caller: Caller; readonly key: ApiKey }> => {
  const { keys, policy } = settings
  const [name, now] = [digest(text), settings.now()]
  const key = isApiKey(text) ? await keys.findByDigest(name) : null
  const owner = key && isValid(key, now) ? await settings.owner(key.ownerId) : null
  if (!key || !owner || owner.deleted || owner.status !== 'ACTIVE') throw badApiKey()
  if (isUseDue(key, now)) await keys.recordUse(name, now)
  return { caller: restrict(policy, toCaller(owner), key.scopes), key }
}
