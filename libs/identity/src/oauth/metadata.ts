import { GRANT_TYPES } from '@content-service/domain/internal/clients'
import { exportPublicKeys } from '../tokens/token-keys.ts'
import { CLIENT_AUTHENTICATION } from './client-authentication.ts'
import type { OAuthResponse } from '../web/http.ts'
import type { OAuthServer } from './oauth-server.ts'

/** The paths of the endpoints below the issuer. */
export const PATHS = {
  token: '/oauth/token',
  authorize: '/oauth/authorize',
  access: '/oauth/access',
  revoke: '/oauth/revoke',
  introspect: '/oauth/introspect',
  keys: '/oauth/jwks',
  metadata: '/.well-known/oauth-authorization-server',
} as const

/** A public document for all clients. Caches may keep it, because a new key is published well before it signs. */
const createPublicJson = (value: object): OAuthResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' },
  body: JSON.stringify(value),
})

const confidential = CLIENT_AUTHENTICATION.filter((method) => method !== 'none')

/** RFC 8414 §2, RFC 9207 §3. */
export const createMetadata = ({ issuer, policy, passwordGrant }: OAuthServer): OAuthResponse =>
  createPublicJson({
    issuer,
    authorization_endpoint: issuer + PATHS.authorize,
    token_endpoint: issuer + PATHS.token,
    revocation_endpoint: issuer + PATHS.revoke,
    introspection_endpoint: issuer + PATHS.introspect,
    jwks_uri: issuer + PATHS.keys,
    scopes_supported: policy.permissions,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: GRANT_TYPES.filter((grant) => grant !== 'password' || passwordGrant),
    token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    introspection_endpoint_auth_methods_supported: confidential,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: ['en'],
  })

/** RFC 7517. The set is empty with HS256, whose key is a secret. */
export const createKeySet = ({ tokens }: OAuthServer): OAuthResponse =>
  createPublicJson({ keys: exportPublicKeys(tokens.keys) })
