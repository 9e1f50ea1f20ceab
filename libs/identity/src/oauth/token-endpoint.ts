import { GRANT_TYPES, type GrantType } from '@content-service/domain/internal/clients'
import type OAuth2Server from '@node-oauth/oauth2-server'
import { ACCESS_TOKEN_SECONDS } from '../tokens/issue-token.ts'
import { authenticateClient } from './client-authentication.ts'
import {
  parseForm,
  createJsonResponse,
  requireParameter,
  type OAuthRequest,
  type OAuthResponse,
  type Parameters,
} from '../web/http.ts'
import { OAuthError } from '../web/oauth-error.ts'
import type { OAuthServer } from './oauth-server.ts'

const readGrantType = (form: Parameters): GrantType => {
  const wanted = requireParameter(form, 'grant_type')
  const known = GRANT_TYPES.find((grant) => grant === wanted)
  if (known !== undefined) return known
  throw new OAuthError('unsupported_grant_type', `The grant_type must be one of ${GRANT_TYPES.join(', ')}.`)
}

/** RFC 6749 §5.1. */
const createTokenResponse = ({ accessToken, refreshToken, scope = [] }: OAuth2Server.Token): OAuthResponse =>
  createJsonResponse(200, {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    ...(refreshToken && { refresh_token: refreshToken }),
    ...(scope.length > 0 && { scope: scope.join(' ') }),
  })

/** RFC 6749 §3.2: exchanges a code, a password, a refresh token or the client's credential for an access token. */
export const issueToken = async (request: OAuthRequest, server: OAuthServer): Promise<OAuthResponse> => {
  const form = parseForm(request)
  const client = await authenticateClient(request, form, server.stores)
  const grantType = readGrantType(form)
  if (!client.grants.includes(grantType))
    throw new OAuthError('unauthorized_client', `The client is not registered for the grant ${grantType}.`)
  const { exchangeGrant } = await import('./exchange-grant.ts')
  return createTokenResponse(await exchangeGrant({ client, form, request }, server))
}
