import { where } from '@content-service/authz'
import { accept } from '../accept.ts'
import { authorize, may, mayOnAny, readable, signedIn, withCredential } from '../access.ts'
import type { Context } from '../context.ts'
import type { Permission } from '../content-policy.ts'
import { conflict, notFound } from '../errors.ts'
import type { ApiKeyId, UserId } from '../ids.ts'
import type { Window } from '../page.ts'
import { allOf, NEWEST, type Row, type Selection } from '../reading.ts'
import { readOne, readShown } from '../showing.ts'
import { apiKeyRules, type ApiKey, type NewApiKey } from './api-key.ts'

const mayDo = (context: Context, scope: string): boolean =>
  context.policy.permissions.some((known) => known === scope) && mayOnAny(context, scope as Permission)

const refuseMoreThan =
  ({ settings: { maxApiKeys } }: Context) =>
  (held: number): void => {
    if (held >= maxApiKeys)
      throw conflict(`You already have ${maxApiKeys} API keys. Revoke one of them first.`)
  }

/** Whether the caller may make keys at all; returns whose they would be. */
export const authorizeApiKeys = (context: Context): UserId => {
  const ownerId = signedIn(context)
  authorize(context, 'api-keys:write', { ownerId })
  return ownerId
}

/** What the caller may ask of a new key. */
export const newApiKeyRules = (context: Context) =>
  apiKeyRules((scope) => mayDo(context, scope), context.now())

/** `createApiKey` (C7.3): for oneself. The key itself is in this answer and in no other. */
export const createApiKey = async (
  context: Context,
  given: NewApiKey,
): Promise<{ readonly apiKey: ApiKey; readonly key: string }> => {
  const ownerId = authorizeApiKeys(context)
  const { apiKeys } = context.stores
  const now = context.now()
  const accepted = accept(newApiKeyRules(context), { expiresAt: null, ...given })
  const { text, digest } = context.secrets.apiKey()
  const apiKey = { id: apiKeys.nextId(), ownerId, ...accepted, createdAt: now, lastUsedAt: null }
  return { apiKey: await apiKeys.add(apiKey, digest, refuseMoreThan(context)), key: text }
}

/** `revokeApiKey`: what is another's is not there for who may not read it (C7.3). */
export const revokeApiKey = async (context: Context, id: ApiKeyId | null): Promise<void> => {
  withCredential(context)
  const revoked =
    id &&
    (await context.stores.apiKeys.remove(id, (current) => {
      if (!may(context, 'api-keys:read', current) && !may(context, 'api-keys:write', current))
        throw notFound('API key')
      authorize(context, 'api-keys:write', current)
    }))
  if (!revoked) throw notFound('API key')
}

/** `apiKeys`: one's own, and for who may read all, everybody's; newest first. */
export const listApiKeys = async (
  context: Context,
  window: Window,
  select: Selection,
): Promise<readonly Row[]> => {
  withCredential(context)
  const allowed = readable(context, 'api-keys:read')
  if (allowed === null) return []
  return readShown(context, { from: 'apiKeys', where: allowed, orderBy: NEWEST, window, select })
}

/** One of those (C6.4). @throws UNAUTHENTICATED. */
export const readApiKey = async (
  context: Context,
  id: ApiKeyId | null,
  select: Selection,
): Promise<Row | null> => {
  withCredential(context)
  const allowed = readable(context, 'api-keys:read')
  if (id === null || allowed === null) return null
  return readOne(context, 'apiKeys', allOf(where<ApiKey>().id.eq(id), allowed), select)
}
