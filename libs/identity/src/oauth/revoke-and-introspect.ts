import { authenticateClient } from './client-authentication.ts'
import { findRefreshToken } from './exchange.ts'
import {
  parseForm,
  createJsonResponse,
  requireParameter,
  type OAuthRequest,
  type OAuthResponse,
} from './http.ts'
import { invalidClient } from './oauth-error.ts'
import type { OAuthServer } from './oauth-server.ts'
import { readOwnAccessToken, describeToken } from './token-status.ts'

/** The client that sends the request, and the token that it is about. */
const readTokenRequest = async (request: OAuthRequest, { stores }: OAuthServer) => {
  const form = parseForm(request)
  const client = await authenticateClient(request, form, stores)
  return { client, token: requireParameter(form, 'token') }
}

/**
 * RFC 7009. A refresh token ends its session, with all its access tokens; an access token ends by itself. A token
 * that is no one's, or another client's, is answered alike: it is of no use to this client in any case (§2.2).
 */
export const revokeToken = async (request: OAuthRequest, server: OAuthServer): Promise<OAuthResponse> => {
  const { client, token } = await readTokenRequest(request, server)
  const { grants } = server.stores
  const refreshToken = await findRefreshToken(token, client, server)
  if (refreshToken !== null) await grants.endSession(refreshToken.sessionId, server.now())
  const access = await readOwnAccessToken(token, client, server)
  if (access?.id) await grants.revokeToken(access.id, new Date(access.expiresAt * 1_000))
  return createJsonResponse(200, {})
}

/** RFC 7662: a client that proves who it is (§2.1) sees its own tokens; the rest is inactive to it. */
export const introspectToken = async (request: OAuthRequest, server: OAuthServer): Promise<OAuthResponse> => {
  const { client, token } = await readTokenRequest(request, server)
  if (client.secretHash === null) throw invalidClient()
  const status = await describeToken(token, client, server)
  return createJsonResponse(
    200,
    status === null ? { active: false } : { active: true, client_id: client.id, ...status },
  )
}
