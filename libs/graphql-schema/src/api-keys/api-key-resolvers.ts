import {
  apiKeyId,
  createApiKey,
  listApiKeys,
  readMadeApiKey,
  revokeApiKey,
  windowOf,
} from '@content-service/domain'
import { within } from '../input-errors.ts'
import { selectedAt, selected } from '../reading/plans.ts'
import type { RootResolvers } from '../resolvers.ts'

export const apiKeyQueries: RootResolvers = {
  apiKeys: (_, { limit, offset }, context, info) =>
    listApiKeys(context, windowOf(limit ?? 100, offset ?? 0), selected('ApiKey', info)),
}

export const apiKeyMutations: RootResolvers = {
  createApiKey: async (_, { input }, context, info) => {
    const { apiKey, key } = await within(['input'], () => createApiKey(context, input))
    return { key, apiKey: await readMadeApiKey(context, apiKey, selectedAt('ApiKey', ['apiKey'], info)) }
  },
  revokeApiKey: async (_, { id }, context) => {
    await revokeApiKey(context, apiKeyId(id))
    return true
  },
}
