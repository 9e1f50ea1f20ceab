import {
  toCaller,
  type ApiKey,
  type Caller,
  type ContentPolicy,
  type User,
  type UserId,
} from '@content-service/domain'
import { restrict } from '@content-service/authz/restrict'
import { badApiKey } from '../refusal.ts'
import { digest } from '../secrets.ts'
import { isApiKey } from './api-key-text.ts'

/** Port: finds keys by their digests. */
export interface ApiKeyFinder {
  findByDigest(digest: string): Promise<ApiKey | null>
  recordUse(id: ApiKey['id'], at: Date): Promise<void>
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

const recordUse = async ({ id, lastUsedAt }: ApiKey, { keys, now }: ApiKeySettings): Promise<void> => {
  const at = now()
  if (lastUsedAt === null || at.getTime() - lastUsedAt.getTime() >= USE_INTERVAL_MS)
    await keys.recordUse(id, at)
}

/**
 * The caller of a key: its owner, restricted to the scopes of the key (C7.3).
 * @throws CredentialRefused UNAUTHENTICATED.
 */
export const authenticateApiKey = async (
  text: string,
  settings: ApiKeySettings,
): Promise<{ readonly caller: Caller; readonly key: ApiKey }> => {
  const key = isApiKey(text) ? await settings.keys.findByDigest(digest(text)) : null
  const owner = key && isValid(key, settings.now()) ? await settings.owner(key.ownerId) : null
  if (!key || !owner || owner.deleted || owner.status !== 'ACTIVE') throw badApiKey()
  await recordUse(key, settings)
  return { caller: restrict(settings.policy, toCaller(owner), key.scopes), key }
}
