import type { GrantType, SessionId, User } from '@content-service/domain'
import { digest } from '../secrets.ts'
import type { SignInOutcome } from '../sign-in.ts'
import { ACCESS_TOKEN_SECONDS } from '../tokens/issue-token.ts'
import {
  createRefreshToken,
  findRefreshToken,
  findRefreshTokenUser,
  issueClientToken,
  issueUserToken,
  toGrantTime,
  type Exchange,
} from './exchange.ts'
import { requireParameter, type Parameters } from './http.ts'
import { invalidRequest, OAuthError, tooManyRequests } from './oauth-error.ts'
import { addSeconds, findSignedInUser, REFRESH_SECONDS, type OAuthServer } from './oauth-server.ts'
import type { KnownCode } from './oauth-store.ts'
import { narrowClientScopes, narrowSessionScopes, narrowUserScopes, parseScopes } from './scopes.ts'
import { isSame } from './secrets.ts'

/** What a grant gives to the client (RFC 6749 §5.1). */
export interface IssuedTokens {
  readonly accessToken: string
  readonly refreshToken?: string
  readonly scopes: readonly string[]
}

type Grant = (exchange: Exchange, server: OAuthServer) => Promise<IssuedTokens>

const invalidGrant = (message: string): OAuthError => new OAuthError('invalid_grant', message)

const notValid = (): OAuthError =>
  invalidGrant(
    'The code or the token is not valid for this client: it is used, revoked, expired or belongs to another client. Request a new one.',
  )

interface FirstSignIn {
  readonly id: SessionId
  readonly user: User
  readonly scopes: readonly string[]
  readonly signedInAt: Date | null
}

/** The first tokens of a user begin a session. */
const beginSession = async (
  { client }: Exchange,
  { id, user, scopes, signedInAt }: FirstSignIn,
  server: OAuthServer,
): Promise<IssuedTokens> => {
  const now = server.now()
  const canRefresh = client.grants.includes('refresh_token')
  const refresh = createRefreshToken(id, now)
  const session = {
    id,
    clientId: client.id,
    userId: user.id,
    scopes,
    issuedAt: toGrantTime(now, user),
    signedInAt,
    expiresAt: addSeconds(now, canRefresh ? REFRESH_SECONDS : ACCESS_TOKEN_SECONDS),
  }
  const hasBegun = await server.stores.grants.begin(session, canRefresh ? refresh.kept : null, now)
  if (!hasBegun) throw invalidGrant('The client sent the code a second time, which ends its tokens.')
  const accessToken = issueUserToken({ user, id, signedInAt }, { client, scopes }, server)
  return { accessToken, scopes, ...(canRefresh && { refreshToken: refresh.secret }) }
}

/** RFC 6749, appendix A: codes and refresh tokens have visible ASCII characters only. */
const requireSecret = (form: Parameters, name: 'code' | 'refresh_token'): string => {
  const secret = requireParameter(form, name)
  if (!/^[ -~]+$/.test(secret)) throw invalidRequest(`The parameter ${name} must be visible ASCII text.`)
  return secret
}

/** RFC 7636 §4.1. */
const VERIFIER = /^[\w.~-]{43,128}$/

/** RFC 7636 §4.6. */
const checkVerifier = (form: Parameters, { codeChallenge }: KnownCode): void => {
  const verifier = form.get('code_verifier')
  if (verifier === undefined) throw invalidGrant('The parameter code_verifier is missing.')
  if (!VERIFIER.test(verifier))
    throw invalidRequest('The code_verifier must be 43 to 128 letters, digits, or one of -._~')
  if (!isSame(digest(verifier), codeChallenge)) throw notValid()
}

/** A code that was redeemed before ends the tokens of its first exchange (C7.5). */
const redeemCode = async (code: KnownCode, session: SessionId, server: OAuthServer): Promise<void> => {
  const redemption = await server.stores.grants.redeemCode(code.hash, session, server.now())
  if (redemption !== 'redeemed') throw notValid()
}

/** RFC 6749 §4.1.3. */
const exchangeCode: Grant = async (exchange, server) => {
  const { client, form } = exchange
  const { grants } = server.stores
  const id = grants.nextSessionId()
  const code = await grants.code(digest(requireSecret(form, 'code')))
  if (code?.clientId !== client.id) throw notValid()
  if (code.isRedeemed) await redeemCode(code, id, server)
  if (code.expiresAt <= server.now() || form.get('redirect_uri') !== code.redirectUri) throw notValid()
  const user = await findSignedInUser(server, code)
  if (user === null) throw notValid()
  await redeemCode(code, id, server)
  // After the code is used up, so that nobody can try verifiers.
  checkVerifier(form, code)
  const scopes = narrowUserScopes(user, code.scopes, server.policy)
  return beginSession(exchange, { id, user, scopes, signedInAt: code.signedInAt }, server)
}

/** RFC 6749 §6. A token that was exchanged before has been stolen: its session ends (RFC 9700 §4.14). */
const refresh: Grant = async ({ client, form }, server) => {
  const { grants } = server.stores
  const token = await findRefreshToken(requireSecret(form, 'refresh_token'), client, server)
  if (token?.isUsed) await grants.endSession(token.sessionId, server.now())
  const user = token && (await findRefreshTokenUser(token, server))
  if (token === null || user === null) throw notValid()
  // Before the token is used up: the client can ask again for less.
  const scopes = narrowSessionScopes(token.scopes, parseScopes(form.get('scope'), server.policy))
  const next = createRefreshToken(token.sessionId, server.now())
  if ((await grants.rotate(token.hash, next.kept, server.now())) !== 'redeemed') throw notValid()
  const session = { user, id: token.sessionId, signedInAt: token.signedInAt }
  return {
    accessToken: issueUserToken(session, { client, scopes }, server),
    refreshToken: next.secret,
    scopes,
  }
}

/** RFC 6749 §4.4. */
const authorizeClient: Grant = async ({ client, form }, server) => {
  const requested = parseScopes(form.get('scope'), server.policy)
  const scopes = narrowClientScopes(client.scopes, requested, server.policy)
  return { accessToken: issueClientToken({ client, scopes }, server), scopes }
}

const refuseSignIn = (outcome: Exclude<SignInOutcome, { readonly kind: 'signed-in' }>): OAuthError => {
  switch (outcome.kind) {
    case 'refused':
      return invalidGrant('The username or the password is wrong.')
    case 'otp-needed':
      return invalidGrant('This account has a second factor. Send its code as otp.')
    case 'throttled':
      return tooManyRequests('There were too many failed sign-ins. Wait and try again.', outcome.retryAfter)
  }
}

/** RFC 6749 §4.3.2. */
const signInWithPassword: Grant = async (exchange, server) => {
  const { form, request } = exchange
  if (!server.passwordGrant)
    throw new OAuthError(
      'unauthorized_client',
      'This server does not allow the password grant. Use authorization_code.',
    )
  const [login, password] = [requireParameter(form, 'username'), requireParameter(form, 'password')]
  const outcome = await server.signIn({ login, password, otp: form.get('otp'), address: request.address })
  if (outcome.kind !== 'signed-in') throw refuseSignIn(outcome)
  const { user } = outcome
  const scopes = narrowUserScopes(user, parseScopes(form.get('scope'), server.policy), server.policy)
  const id = server.stores.grants.nextSessionId()
  return beginSession(exchange, { id, user, scopes, signedInAt: server.now() }, server)
}

export const GRANTS: Readonly<Record<GrantType, Grant>> = {
  authorization_code: exchangeCode,
  refresh_token: refresh,
  client_credentials: authorizeClient,
  password: signInWithPassword,
}
