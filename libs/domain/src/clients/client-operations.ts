import { authorizeOnAll } from '../access.ts'
import type { Context } from '../context.ts'
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

/**
 * C7.5: for who writes the accounts of others: a client may be let to act as them, and sees their passwords when it
 * is registered for the password grant.
 */
export const createOAuthClient = async (context: Context, input: ClientInput): Promise<RegisteredClient> => {
  authorizeOnAll(context, 'users:write')
  return registerClient(context, input)
}
