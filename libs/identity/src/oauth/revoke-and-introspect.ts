import { authenticateClient } from './client-authentication.ts'
import { findRefreshToken } from './grant-tokens.ts'
import {
  parseForm,
  createJsonResponse,
  requireParameter,
  type OAuthRequest,
  type OAuthResponse,
} from '../web/http.ts'
import { invalidClient } from '../web/oauth-error.ts'
import type { OAuthServer } from './oauth-server.ts'
import { readOwnAccessToken, describeToken } from './token-status.ts'

/** The authenticated client, and the token of the request. */
const readTokenRequest = async (request: OAuthRequest, { stores }: OAuthServer) => {
  const form = parseForm(request)
  const client = await authenticateClient(request, form, stores)
  return { client, token: requireParameter(form, 'token') }
}

/**
 * RFC 7009. A refresh token ends its session with all access tokens; an access token ends alone. The response is the
 * same for unknown tokens and tokens of other clients (§2.2).
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

/** RFC 7662: an authenticated client (§2.1) sees its own tokens. Other tokens are inactive for it. */
export const introspectToken = async (request: OAuthRequest, server: OAuthServer): Promise<OAuthResponse> => {
  const { client, token } = await readTokenRequest(request, server)
  if (client.secretHash === null) throw invalidClient()
  const status = await describeToken(token, client, server)
  return createJsonResponse(
    200,
    status === null ? { active: false } : { active: true, client_id: client.id, ...status },
  )
}
