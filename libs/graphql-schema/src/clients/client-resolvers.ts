import {
  createOAuthClient,
  deleteOAuthClient,
  listOAuthClients,
  rotateOAuthClientSecret,
  windowOf,
  type RegisteredClient,
} from '@content-service/domain'
import { within } from '../input-errors.ts'
import { selected } from '../reading/plans.ts'
import type { MutationResolvers, QueryResolvers } from '../resolver-types.ts'

/** The enum's names are those of RFC 6749, in capitals. */
const grantType = (name: string): string => name.toLowerCase()

const shown = ({ client, secret }: RegisteredClient) => ({ id: client.id, secret })

export const clientQueries = {
  oauthClients: (_, { limit, offset }, context, info) =>
    listOAuthClients(context, windowOf(limit ?? 20, offset ?? 0), selected('OAuthClient', info)),
} satisfies Partial<QueryResolvers>

export const clientMutations = {
  createOAuthClient: async (_, { input }, context) => {
    const grants = input.grants.map(grantType)
    return shown(await within(['input'], () => createOAuthClient(context, { ...input, grants })))
  },
  rotateOAuthClientSecret: async (_, { id }, context) => shown(await rotateOAuthClientSecret(context, id)),
  deleteOAuthClient: async (_, { id }, context) => {
    await deleteOAuthClient(context, id)
    return true
  },
} satisfies Partial<MutationResolvers>
