import type { Context } from '../context.ts'
import { authorizeOnAll } from '../access.ts'
import { acceptClient, type ClientInput, type OAuthClient } from './client.ts'

/** A client with its secret, which is shown this once; null for a public client. */
export interface RegisteredClient {
  readonly client: OAuthClient
  readonly secret: string | null
}

/**
 * C7.5: registers a program that may ask for tokens. Whoever writes the accounts of others may do so: with the
 * password grant a client sees their passwords.
 */
export const createOAuthClient = async (context: Context, input: ClientInput): Promise<RegisteredClient> => {
  authorizeOnAll(context, 'users:write')
  const accepted = acceptClient(input, context.policy.permissions)
  const { secrets, stores, now } = context
  const secret = input.public ? null : secrets.token()
  const client = await stores.clients.add({
    ...accepted,
    id: stores.clients.nextId(),
    secretHash: secret?.digest ?? null,
    createdAt: now(),
  })
  return { client, secret: secret?.text ?? null }
}
