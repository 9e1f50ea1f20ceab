import { accept } from '../rules/accept.ts'
import {
  authorize,
  may,
  mayOnAny,
  requireUser,
  requireCredential,
  type PolicyContext,
} from '../access/access.ts'
import type { Context, Limits, StoreContext, Clock } from '../context/context.ts'
import type { Permission } from '../access/content-policy.ts'
import { conflict, notFound } from '../rules/errors.ts'
import { parseApiKeyId, type ApiKeyId, type UserId } from '../rules/ids.ts'
import { declareList, declareRead } from '../operations/read-operations.ts'
import { actOnRecord, takeInput } from '../operations/run-operation.ts'
import { apiKeyRules, type ApiKey, type NewApiKey } from './api-key.ts'

const mayDo = (context: PolicyContext, scope: string): boolean =>
  context.policy.permissions.some((known) => known === scope) && mayOnAny(context, scope as Permission)

const refuseMoreThan =
  ({ settings: { maxApiKeys } }: Limits) =>
  (held: number): void => {
    if (held >= maxApiKeys)
      throw conflict(`You already have ${maxApiKeys} API keys. Revoke one of them first.`)
  }

/** Checks whether the caller may create keys; returns the owner of the new keys. */
const authorizeApiKeys = (context: PolicyContext): UserId => {
  const ownerId = requireUser(context)
  authorize(context, 'api-keys:write', { ownerId })
  return ownerId
}

/** The rules of a new key of the caller. */
const newApiKeyRules = (context: StoreContext & Clock) =>
  apiKeyRules((scope) => mayDo(context, scope), context.now())

/** `createApiKey` (C7.3): for the caller. Only this response contains the key. */
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

/** `revokeApiKey`: NOT_FOUND for a key of another user, unless the caller may read it (C7.3). */
export const revokeApiKey = async (context: StoreContext, id: ApiKeyId | null): Promise<void> => {
  requireCredential(context)
  const revoked =
    id &&
    (await context.stores.apiKeys.remove(id, (current) => {
      if (!may(context, 'api-keys:read', current) && !may(context, 'api-keys:write', current))
        throw notFound('API key')
      authorize(context, 'api-keys:write', current)
    }))
  if (!revoked) throw notFound('API key')
}

/** The caller's own keys; all keys for a caller who may read them. */
const apiKeys = declareList({ resource: 'api-keys', from: 'apiKeys', access: 'api-keys:read' })

export const apiKeyOperations = {
  apiKeys,
  apiKey: declareRead(apiKeys, { word: 'API key', parseId: parseApiKeyId }),
  createApiKey: takeInput(createApiKey, {
    resource: 'api-keys',
    hasSecret: true,
    access: 'api-keys:write',
    authorize: authorizeApiKeys,
    rules: newApiKeyRules,
    shows: { permission: 'api-keys:read', member: 'apiKey' },
  }),
  revokeApiKey: actOnRecord(parseApiKeyId, revokeApiKey, { resource: 'api-keys', access: 'api-keys:write' }),
} as const
