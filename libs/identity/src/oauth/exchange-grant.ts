import { GRANT_TYPES } from '@content-service/domain/internal/clients'
import OAuth2Server from '@node-oauth/oauth2-server'
import { ACCESS_TOKEN_SECONDS } from '../tokens/issue-token.ts'
import type { TokenRequest } from './grant-tokens.ts'
import { GrantModel } from './grant-model.ts'
import { REFRESH_SECONDS, type OAuthServer } from './oauth-server.ts'
import { createPasswordGrant } from './password-grant.ts'

/**
 * The client is authenticated already (see client-authentication.ts), so that the library must not ask for a secret.
 */
const PROVED = Object.fromEntries(GRANT_TYPES.map((grant) => [grant, false]))

/** The form without the parameters that authenticate the client, so that the library uses only the model. */
const createLibraryRequest = ({ form, client }: TokenRequest): OAuth2Server.Request => {
  const { client_secret: _, ...body } = Object.fromEntries(form)
  return new OAuth2Server.Request({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'transfer-encoding': 'chunked' },
    query: {},
    body: { ...body, client_id: client.id },
  })
}

/**
 * The library exchanges the grants; the model finds their subjects and stores them. The first request for a token
 * loads this file and the library.
 */
export const exchangeGrant = (
  tokenRequest: TokenRequest,
  server: OAuthServer,
): Promise<OAuth2Server.Token> => {
  const model = new GrantModel(tokenRequest, server)
  const library = new OAuth2Server({
    // The types of the library also require methods for endpoints that the service implements itself.
    model: model as unknown as OAuth2Server.AuthorizationCodeModel,
    accessTokenLifetime: ACCESS_TOKEN_SECONDS,
    refreshTokenLifetime: REFRESH_SECONDS,
    requireClientAuthentication: PROVED,
    extendedGrantTypes: { password: createPasswordGrant(tokenRequest, model, server) },
  })
  return library.token(createLibraryRequest(tokenRequest), new OAuth2Server.Response())
}
