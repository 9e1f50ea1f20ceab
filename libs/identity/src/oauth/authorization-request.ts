import { BUILT_IN_CLIENT_ID, type OAuthClient } from '@content-service/domain/internal/clients'
import { requireParameter, type Parameters } from '../web/http.ts'
import { invalidRequest, OAuthError } from '../web/oauth-error.ts'
import type { OAuthServer } from './oauth-server.ts'
import { parseScopes } from './scopes.ts'

/** The address of the client for the response. The client has registered it. */
export interface Destination {
  readonly client: OAuthClient
  readonly redirectUri: string
  /** Returned to the client unchanged (RFC 6749 §4.1.2). */
  readonly state: string | undefined
}

/** The request of a client to a person (RFC 6749 §4.1.1). */
export interface AuthorizationRequest extends Destination {
  /** Null for all permissions of the user. */
  readonly scopes: readonly string[] | null
  readonly codeChallenge: string
  /** OpenID Connect Core §3.1.2.1: the pages that the service must show, or must not show. */
  readonly prompt: ReadonlySet<string>
}

/** The redirect URI of the built-in client follows from BASE_URL, so that no record has it. */
const findClient = (
  id: string,
  { stores, builtIn }: Pick<OAuthServer, 'stores' | 'builtIn'>,
): OAuthClient | null | Promise<OAuthClient | null> =>
  id === BUILT_IN_CLIENT_ID ? builtIn : stores.clients.get(id)

/** @throws OAuthError for the person, because no valid address of the client is known. */
export const findDestination = async (
  parameters: Parameters,
  server: Pick<OAuthServer, 'stores' | 'builtIn'>,
): Promise<Destination> => {
  const client = await findClient(requireParameter(parameters, 'client_id'), server)
  if (client === null) throw invalidRequest('No application is registered under this client_id.')
  const redirectUri = requireParameter(parameters, 'redirect_uri')
  // The addresses must be equal (RFC 9700 §2.1).
  if (!client.redirectUris.includes(redirectUri))
    throw invalidRequest(`${client.name} has not registered this redirect_uri.`)
  return { client, redirectUri, state: parameters.get('state') }
}

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** C7.5: every request needs PKCE with S256 (RFC 9700 §2.1.1). */
const readCodeChallenge = (parameters: Parameters): string => {
  const challenge = requireParameter(parameters, 'code_challenge')
  if (parameters.get('code_challenge_method') !== 'S256')
    throw invalidRequest('The parameter code_challenge_method must be S256.')
  if (!CHALLENGE.test(challenge))
    throw invalidRequest('The code_challenge must be the base64url of a SHA-256: 43 characters.')
  return challenge
}

/** C7.5: a token in an address ends up in histories and logs; RFC 9700 §2.1.2 forbids the implicit grant. */
const checkResponse = (parameters: Parameters): void => {
  if (requireParameter(parameters, 'response_type') !== 'code')
    throw new OAuthError(
      'unsupported_response_type',
      'The response_type must be code. This server does not support the implicit grant: use authorization_code with PKCE.',
    )
  if ((parameters.get('response_mode') ?? 'query') !== 'query')
    throw invalidRequest('The response_mode must be query.')
}

/** @throws OAuthError for the client. */
export const parseAuthorizationRequest = (
  destination: Destination,
  parameters: Parameters,
  { policy }: Pick<OAuthServer, 'policy'>,
): AuthorizationRequest => {
  checkResponse(parameters)
  if (!destination.client.grants.includes('authorization_code'))
    throw new OAuthError(
      'unauthorized_client',
      'The client is not registered for the grant authorization_code.',
    )
  return {
    ...destination,
    scopes: parseScopes(parameters.get('scope'), policy),
    codeChallenge: readCodeChallenge(parameters),
    prompt: new Set(parameters.get('prompt')?.split(' ')),
  }
}
