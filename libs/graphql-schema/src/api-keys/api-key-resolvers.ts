import {
  apiKeyId,
  createApiKey,
  listApiKeys,
  readWritten,
  revokeApiKey,
  windowOf,
} from '@content-service/domain'
import { within } from '../input-errors.ts'
import { selectedAt, selected } from '../reading/plans.ts'
import { stillThere } from '../reading/still-there.ts'
import type { MutationResolvers, QueryResolvers } from '../resolver-types.ts'

export const apiKeyQueries = {
  apiKeys: (_, { limit, offset }, context, info) =>
    listApiKeys(context, windowOf(limit ?? 100, offset ?? 0), selected('ApiKey', info)),
} satisfies Partial<QueryResolvers>

export const apiKeyMutations = {
  createApiKey: async (_, { input }, context, info) => {
    const { apiKey, key } = await within(['input'], () => createApiKey(context, input))
    const read = readWritten(context, 'apiKeys', apiKey.id, selectedAt('ApiKey', ['apiKey'], info))
    return { key, apiKey: await stillThere(read) }
  },
  revokeApiKey: async (_, { id }, context) => {
    await revokeApiKey(context, apiKeyId(id))
    return true
  },
} satisfies Partial<MutationResolvers>
