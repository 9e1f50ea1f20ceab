import { authorizeOnAll, mayOnAll } from '../access.ts'
import type { Permission } from '../content-policy.ts'
import type { Context } from '../context.ts'
import { badValue, ContentError } from '../errors.ts'
import { acceptClient, type ClientInput, type OAuthClient } from './client.ts'

/** A client with its secret, which is shown this once; null for a public client. */
export interface RegisteredClient {
  readonly client: OAuthClient
  readonly secret: string | null
}

/** Registers a client, for whoever has been let through: an administrator, or the operator at the command line. */
export const registerClient = async (
  { policy, secrets, stores, now }: Pick<Context, 'policy' | 'secrets' | 'stores' | 'now'>,
  input: ClientInput,
): Promise<RegisteredClient> => {
  const accepted = acceptClient(input, policy.permissions)
  const secret = input.public ? null : secrets.token()
  const client = await stores.clients.add({
    ...accepted,
    id: stores.clients.nextId(),
    secretHash: secret?.digest ?? null,
    createdAt: now(),
  })
  return { client, secret: secret?.text ?? null }
}

/** What a client may do by itself it may do to everybody's records: nobody gives more than they hold on all. */
const refuseWiderScopes = (context: Context, { scopes }: ClientInput): void => {
  const beyond = scopes.find((scope) => !mayOnAll(context, scope as Permission))
  if (beyond !== undefined)
    throw badValue(
      ['scopes'],
      `must be permissions that you hold on everybody's records, which ${beyond} is not`,
    )
}

/**
 * C7.5: for an ADMIN: a client may be let to act as anybody, and sees their passwords when it is registered for the
 * password grant.
 */
export const createOAuthClient = async (context: Context, input: ClientInput): Promise<RegisteredClient> => {
  authorizeOnAll(context, 'users:write')
  if (!context.caller.roles.includes('ADMIN'))
    throw new ContentError('FORBIDDEN', 'Only an ADMIN may register clients.')
  acceptClient(input, context.policy.permissions)
  refuseWiderScopes(context, input)
  return registerClient(context, input)
}
