import type { OAuthClient } from '@content-service/domain/internal/clients'
import type { BuiltInOperation } from '@content-service/domain/internal/service'
import type { SessionId } from '@content-service/domain/internal/rules'
import { ACCESS_TOKEN_SECONDS } from '../tokens/issue-token.ts'
import { digest } from '../secrets/secrets.ts'
import { readBrowserSecret } from '../web/browser.ts'
import type { OAuthRequest } from '../web/http.ts'
import { toOAuthError, unwrapError } from '../web/oauth-error.ts'
import { noteRefusal } from './audit.ts'
import { findRefreshToken, findRefreshTokenUser } from './grant-tokens.ts'
import { createAct } from './oauth-handler.ts'
import type { OAuthServer, OAuthServices } from './oauth-server.ts'
import type { KnownRefreshToken } from './oauth-store.ts'

/** The tokens of one exchange. */
export interface BuiltInTokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresIn: number
}

/** A session that goes on. */
export interface KnownSession {
  readonly id: SessionId
}

/** The code of an authorization, with the secret that only the browser of the request has. */
interface CodeWithProof {
  readonly code: string
  readonly verifier: string
}

/** C20.2: the sessions of the built-in client, with the same grants and the same stores as at the token endpoint. */
export interface BuiltInSessions {
  /** Null if the code is of another client, was used, has expired, or has another verifier. */
  redeem(request: OAuthRequest, proof: CodeWithProof): Promise<BuiltInTokens | null>
  /** Null for a token of no session, or of a session that has ended. */
  find(request: OAuthRequest, refreshToken: string): Promise<KnownSession | null>
  /** Null if the session has ended, or the token was replaced earlier than its grace. */
  refresh(request: OAuthRequest, refreshToken: string): Promise<BuiltInTokens | null>
  /** Ends the session alone. */
  leave(request: OAuthRequest, refreshToken: string): Promise<void>
  /** Ends the session and the sign-in from which it came, and the sign-in of the browser that sends the request. */
  end(request: OAuthRequest, refreshToken: string | null): Promise<void>
}

const openServer = (
  services: OAuthServices,
  request: OAuthRequest,
  action: BuiltInOperation,
): OAuthServer => ({
  ...services,
  stores: services.recording(createAct(request, action, services.now())),
  report: (error: unknown) => services.report(error, request.id),
})

interface Exchange {
  readonly request: OAuthRequest
  readonly client: OAuthClient
  readonly form: Readonly<Record<string, string>>
}

const exchange = async ({ request, client, form }: Exchange, server: OAuthServer): Promise<BuiltInTokens> => {
  const { exchangeGrant } = await import('./exchange-grant.ts')
  const grant = { request, client, form: new Map(Object.entries(form)) }
  const { accessToken, refreshToken = '' } = await exchangeGrant(grant, server)
  return { accessToken, refreshToken, expiresIn: ACCESS_TOKEN_SECONDS }
}

/** Null for a refused grant, with an entry in the audit log as at the token endpoint. @throws other errors. */
const exchangeOrRefuse = async (given: Exchange, server: OAuthServer): Promise<BuiltInTokens | null> => {
  try {
    return await exchange(given, server)
  } catch (error) {
    const thrown = unwrapError(error)
    if (toOAuthError(thrown, () => undefined).status !== 400) throw thrown
    await noteRefusal(server, 'issueToken')
    return null
  }
}

const endSession = async (
  refreshToken: string,
  client: OAuthClient,
  server: OAuthServer,
): Promise<KnownRefreshToken | null> => {
  const token = await findRefreshToken(refreshToken, client, server)
  if (token) await server.stores.grants.endSession(token.sessionId, server.now())
  return token
}

/**
 * Ends the sign-in of the browser, by its cookie. If the authorization page has another host (AUTH_URL), the cookie does not
 * arrive: then user and time find the sign-in from which the session came.
 */
const endSignIn = async (
  request: OAuthRequest,
  token: KnownRefreshToken | null,
  { stores, issuer, now }: OAuthServer,
): Promise<void> => {
  const hash = digest(readBrowserSecret(request, { issuer }))
  if (await stores.browsers.find(hash, now())) return stores.browsers.remove(hash)
  if (token?.signedInAt)
    await stores.browsers.removeSignIn({ userId: token.userId, issuedAt: token.signedInAt })
}

/** Acts for the client without a proof: nobody outside of the process reaches these functions. */
export const createBuiltInSessions = (services: OAuthServices, client: OAuthClient): BuiltInSessions => ({
  redeem: (request, { code, verifier }) => {
    const [redirectUri = ''] = client.redirectUris
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }
    return exchangeOrRefuse({ request, client, form }, openServer(services, request, 'issueToken'))
  },
  find: async (request, refreshToken) => {
    const server = openServer(services, request, 'issueToken')
    const token = await findRefreshToken(refreshToken, client, server)
    const user = token && (await findRefreshTokenUser(token, server))
    return token && user && { id: token.sessionId }
  },
  refresh: (request, refreshToken) => {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
    return exchangeOrRefuse({ request, client, form }, openServer(services, request, 'issueToken'))
  },
  leave: async (request, refreshToken) => {
    await endSession(refreshToken, client, openServer(services, request, 'revokeToken'))
  },
  end: async (request, refreshToken) => {
    const server = openServer(services, request, 'revokeToken')
    const token = refreshToken === null ? null : await endSession(refreshToken, client, server)
    await endSignIn(request, token, server)
  },
})
