import { authenticatedClient } from './client-authentication.ts'
import { ownRefreshToken } from './exchange.ts'
import { formOf, json, required, type OAuthRequest, type OAuthResponse } from './http.ts'
import { invalidClient } from './oauth-error.ts'
import type { OAuthServer } from './oauth-server.ts'
import { ownAccessToken, tokenStatus } from './token-status.ts'

/** The client that sends the request, and the token that it is about. */
const received = async (request: OAuthRequest, { stores }: OAuthServer) => {
  const form = formOf(request)
  const client = await authenticatedClient(request, form, stores)
  return { client, token: required(form, 'token') }
}

/**
 * RFC 7009. A refresh token ends its session, with all its access tokens; an access token ends by itself. A token
 * that is no one's, or another client's, is answered alike: it is of no use to this client in any case (§2.2).
 */
export const revocationEndpoint = async (
  request: OAuthRequest,
  server: OAuthServer,
): Promise<OAuthResponse> => {
  const { client, token } = await received(request, server)
  const { grants } = server.stores
  const refreshToken = await ownRefreshToken(token, client, server)
  if (refreshToken !== null) await grants.endSession(refreshToken.sessionId, server.now())
  const access = await ownAccessToken(token, client, server)
  if (access?.id) await grants.revokeToken(access.id, new Date(access.expiresAt * 1_000))
  return json(200, {})
}

/** RFC 7662: a client that proves who it is (§2.1) sees its own tokens; the rest is inactive to it. */
export const introspectionEndpoint = async (
  request: OAuthRequest,
  server: OAuthServer,
): Promise<OAuthResponse> => {
  const { client, token } = await received(request, server)
  if (client.secretHash === null) throw invalidClient()
  const status = await tokenStatus(token, client, server)
  return json(200, status === null ? { active: false } : { active: true, client_id: client.id, ...status })
}
