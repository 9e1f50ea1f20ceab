import { createOAuthClient } from '@content-service/domain'
import { within } from '../input-errors.ts'
import type { MutationResolvers } from '../resolver-types.ts'

/** The enum's names are those of RFC 6749, in capitals. */
const grantType = (name: string): string => name.toLowerCase()

export const clientMutations = {
  createOAuthClient: async (_, { input }, context) => {
    const grants = input.grants.map(grantType)
    const { client, secret } = await within(['input'], () => createOAuthClient(context, { ...input, grants }))
    return { id: client.id, secret }
  },
} satisfies Partial<MutationResolvers>
