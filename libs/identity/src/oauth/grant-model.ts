import type { OAuthClient } from '@content-service/domain/internal/clients'
import type { SessionId } from '@content-service/domain/internal/rules'
import { ACCESS_TOKEN_SECONDS } from '../tokens/issue-token.ts'
import { digest } from '../secrets/secrets.ts'
import { isBuiltIn } from './built-in-client.ts'
import {
  issueSubjectToken,
  toGrantTime,
  invalidGrant,
  createRefreshToken,
  findRefreshToken,
  findRefreshTokenUser,
  type TokenRequest,
  type TokenSubject,
} from './grant-tokens.ts'
import type { Parameters } from '../web/http.ts'
import {
  addSeconds,
  REFRESH_SECONDS,
  REPEAT_SECONDS,
  findSignedInUser,
  type OAuthServer,
} from './oauth-server.ts'
import type { KnownCode } from './oauth-store.ts'
import { parseScopes, narrowClientScopes, narrowUserScopes, narrowSessionScopes } from './scopes.ts'

/** The token that the library has made, for the store. */
interface MadeToken {
  readonly accessToken: string
  readonly scope: string[]
}

/** The types of the library have no readonly lists. */
const copyMutable = (client: OAuthClient) => ({
  ...client,
  grants: [...client.grants],
  redirectUris: [...client.redirectUris],
})

/** C15.3: a refresh token has one successor, however often it is sent. */
const findSuccessor = (form: Parameters, { deriveSuccessor }: OAuthServer): string | undefined => {
  const presented = form.get('grant_type') === 'refresh_token' ? form.get('refresh_token') : undefined
  return presented ? deriveSuccessor(presented) : undefined
}

/**
 * The model that the library calls in one token request, on the stores of the service. The "user" of the library is a
 * TokenSubject.
 */
export class GrantModel {
  readonly #tokenRequest: TokenRequest
  readonly #server: OAuthServer
  readonly #refresh: ReturnType<typeof createRefreshToken>

  constructor(tokenRequest: TokenRequest, server: OAuthServer) {
    this.#tokenRequest = tokenRequest
    this.#server = server
    this.#refresh = createRefreshToken(
      server.stores.grants.nextSessionId(),
      server.now(),
      findSuccessor(tokenRequest.form, server),
    )
  }

  /** The session that begins with a user's first tokens. */
  get newSession(): SessionId {
    return this.#refresh.kept.sessionId
  }

  /** The client is authenticated before the service calls the library. */
  async getClient() {
    return copyMutable(this.#tokenRequest.client)
  }

  async getUserFromClient(): Promise<TokenSubject> {
    return { kind: 'client' }
  }

  /** An empty scope is valid, too: it allows only the permissions of GUEST (C7.5). */
  async validateScope(subject: TokenSubject, client: OAuthClient, scope: readonly string[] | undefined) {
    const { policy } = this.#server
    const requested = parseScopes(scope?.join(' '), policy)
    return subject.kind === 'client'
      ? [...narrowClientScopes(client.scopes, requested, policy)]
      : [...narrowUserScopes(subject.user, requested, policy)]
  }

  async generateAccessToken(client: OAuthClient, subject: TokenSubject, scopes: readonly string[]) {
    // C20.2: the studio may do all that its user may, also after a change of the role.
    return issueSubjectToken(subject, { client, scopes: isBuiltIn(client) ? null : scopes }, this.#server)
  }

  async generateRefreshToken(): Promise<string> {
    return this.#refresh.secret
  }

  /** The code, unless the user's sessions have ended since, or the client names another address (RFC 6749 §4.1.3). */
  async getAuthorizationCode(secret: string) {
    const code = await this.#server.stores.grants.code(digest(secret))
    if (code === null || code.clientId !== this.#tokenRequest.client.id) return null
    if (code.isRedeemed) return this.#endReused(code)
    if (
      code.expiresAt <= this.#server.now() ||
      this.#tokenRequest.form.get('redirect_uri') !== code.redirectUri
    )
      return null
    const user = await findSignedInUser(this.#server, code)
    const { signedInAt } = code
    return (
      user &&
      this.#toLibraryCode(code, { kind: 'user', user, session: this.newSession, signedInAt, isNew: true })
    )
  }

  /** C7.5: the second use of a code ends the tokens of its first exchange. */
  async #endReused({ hash }: KnownCode): Promise<null> {
    await this.#server.stores.grants.redeemCode(hash, this.newSession, this.#server.now())
    return null
  }

  #toLibraryCode(code: KnownCode, user: TokenSubject) {
    return {
      ...code,
      authorizationCode: code.hash,
      // The code above has checked the expiry by the clock of the service; the check of the library must only pass.
      expiresAt: addSeconds(new Date(), 60),
      codeChallengeMethod: 'S256',
      scope: code.scopes,
      client: this.#tokenRequest.client,
      user,
    }
  }

  async revokeAuthorizationCode({ hash }: KnownCode): Promise<boolean> {
    return (
      (await this.#server.stores.grants.redeemCode(hash, this.newSession, this.#server.now())) === 'redeemed'
    )
  }

  /**
   * A refresh token that was exchanged before may be stolen: its use ends its session (RFC 9700 §4.14), unless it is a
   * repetition (C15.3).
   */
  async getRefreshToken(secret: string) {
    const { client, form } = this.#tokenRequest
    const token = await findRefreshToken(secret, client, this.#server)
    if (token?.isUsed && !(await this.revokeToken(token))) return null
    const user = token && (await findRefreshTokenUser(token, this.#server))
    if (token === null || user === null) return null
    // The check comes before the exchange uses up the token, so that the client may ask again for fewer scopes.
    narrowSessionScopes(token.scopes, parseScopes(form.get('scope'), this.#server.policy))
    const { sessionId: session, signedInAt } = token
    const subject: TokenSubject = { kind: 'user', user, session, signedInAt, isNew: false }
    return { ...token, refreshToken: secret, scope: token.scopes, client, user: subject }
  }

  /** Replaces the token by its successor. */
  async revokeToken({ hash, sessionId }: { readonly hash: string; readonly sessionId: SessionId }) {
    const next = { ...this.#refresh.kept, sessionId }
    const times = { now: this.#server.now(), repeatSeconds: REPEAT_SECONDS }
    const rotation = await this.#server.stores.grants.rotate(hash, next, times)
    return rotation === 'redeemed' || rotation === 'repeated'
  }

  async saveToken(token: MadeToken, client: OAuthClient, subject: TokenSubject) {
    const saved = { ...token, client: copyMutable(client), user: subject }
    if (subject.kind === 'client') return saved
    const keeps = client.grants.includes('refresh_token')
    if (subject.isNew) await this.#begin(token, subject, keeps)
    return { ...saved, ...(keeps && { refreshToken: this.#refresh.secret }) }
  }

  async #begin(
    { scope }: MadeToken,
    { user, session, signedInAt }: TokenSubject & { kind: 'user' },
    keeps: boolean,
  ) {
    const [now, { client }] = [this.#server.now(), this.#tokenRequest]
    const begun = await this.#server.stores.grants.begin(
      {
        id: session,
        clientId: client.id,
        userId: user.id,
        scopes: scope,
        issuedAt: toGrantTime(now, user),
        signedInAt,
        expiresAt: addSeconds(now, keeps ? REFRESH_SECONDS : ACCESS_TOKEN_SECONDS),
      },
      keeps ? this.#refresh.kept : null,
      now,
    )
    if (!begun) throw invalidGrant('The client sent the code a second time, which ends its tokens.')
  }
}
