import { GRANT_TYPES, type GrantType } from '@content-service/domain'
import OAuth2Server from '@node-oauth/oauth2-server'
import { ACCESS_TOKEN_SECONDS } from '../tokens/issue-token.ts'
import { authenticateClient } from './client-authentication.ts'
import type { Exchange } from './exchange.ts'
import { GrantModel } from './grant-model.ts'
import {
  parseForm,
  createJsonResponse,
  requireParameter,
  type OAuthRequest,
  type OAuthResponse,
  type Parameters,
} from './http.ts'
import { OAuthError } from './oauth-error.ts'
import { REFRESH_SECONDS, type OAuthServer } from './oauth-server.ts'
import { createPasswordGrant } from './password-grant.ts'

/**
 * The client is authenticated already (see client-authentication.ts), so that the library must not ask for a secret.
 */
const PROVED = Object.fromEntries(GRANT_TYPES.map((grant) => [grant, false]))

const readGrantType = (form: Parameters): GrantType => {
  const wanted = requireParameter(form, 'grant_type')
  const known = GRANT_TYPES.find((grant) => grant === wanted)
  if (known !== undefined) return known
  throw new OAuthError('unsupported_grant_type', `The grant_type must be one of ${GRANT_TYPES.join(', ')}.`)
}

/** The form without the parameters that authenticate the client, so that the library uses only the model. */
const createLibraryRequest = ({ form, client }: Exchange): OAuth2Server.Request => {
  const { client_secret: _, ...body } = Object.fromEntries(form)
  return new OAuth2Server.Request({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'transfer-encoding': 'chunked' },
    query: {},
    body: { ...body, client_id: client.id },
  })
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

/** The library exchanges the grants; the model finds their subjects and stores them. */
const exchangeGrant = (exchange: Exchange, server: OAuthServer): Promise<OAuth2Server.Token> => {
  const model = new GrantModel(exchange, server)
  const library = new OAuth2Server({
    // The types of the library also require methods for endpoints that the service implements itself.
    model: model as unknown as OAuth2Server.AuthorizationCodeModel,
    accessTokenLifetime: ACCESS_TOKEN_SECONDS,
    refreshTokenLifetime: REFRESH_SECONDS,
    requireClientAuthentication: PROVED,
    extendedGrantTypes: { password: createPasswordGrant(exchange, model, server) },
  })
  return library.token(createLibraryRequest(exchange), new OAuth2Server.Response())
}

/** RFC 6749 §3.2: exchanges a code, a password, a refresh token or the client's credential for an access token. */
export const issueToken = async (request: OAuthRequest, server: OAuthServer): Promise<OAuthResponse> => {
  const form = parseForm(request)
  const client = await authenticateClient(request, form, server.stores)
  const grantType = readGrantType(form)
  if (!client.grants.includes(grantType))
    throw new OAuthError('unauthorized_client', `The client is not registered for the grant ${grantType}.`)
  return createTokenResponse(await exchangeGrant({ client, form, request }, server))
}
