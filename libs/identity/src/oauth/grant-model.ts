import type { OAuthClient, SessionId } from '@content-service/domain'
import { ACCESS_TOKEN_SECONDS } from '../tokens/issue-token.ts'
import {
  issueSubjectToken,
  toGrantTime,
  invalidGrant,
  createRefreshToken,
  findRefreshToken,
  findRefreshTokenUser,
  type Exchange,
  type TokenSubject,
} from './exchange.ts'
import { addSeconds, REFRESH_SECONDS, findSignedInUser, type OAuthServer } from './oauth-server.ts'
import type { KnownCode } from './oauth-store.ts'
import { parseScopes, narrowClientScopes, narrowUserScopes, narrowSessionScopes } from './scopes.ts'
import { digest } from '../secrets.ts'

/** What the library has made, on its way to the store. */
interface MadeToken {
  readonly accessToken: string
  readonly scope: string[]
}

/** The library's types know no readonly lists. */
const copyMutable = (client: OAuthClient) => ({
  ...client,
  grants: [...client.grants],
  redirectUris: [...client.redirectUris],
})

/** What the library asks of us in one exchange, over our stores. Its "user" is our TokenSubject. */
export class GrantModel {
  readonly #exchange: Exchange
  readonly #server: OAuthServer
  readonly #refresh: ReturnType<typeof createRefreshToken>

  constructor(exchange: Exchange, server: OAuthServer) {
    this.#exchange = exchange
    this.#server = server
    this.#refresh = createRefreshToken(server.stores.grants.nextSessionId(), server.now())
  }

  /** The session that a user's first tokens begin. */
  get newSession(): SessionId {
    return this.#refresh.kept.sessionId
  }

  /** Who the client is has been proved before the library is called. */
  async getClient() {
    return copyMutable(this.#exchange.client)
  }

  async getUserFromClient(): Promise<TokenSubject> {
    return { kind: 'client' }
  }

  /** Empty is a scope too: what GUEST may and no more (C7.5). */
  async validateScope(subject: TokenSubject, client: OAuthClient, scope: readonly string[] | undefined) {
    const { policy } = this.#server
    const requested = parseScopes(scope?.join(' '), policy)
    return subject.kind === 'client'
      ? [...narrowClientScopes(client.scopes, requested, policy)]
      : [...narrowUserScopes(subject.user, requested, policy)]
  }

  async generateAccessToken(client: OAuthClient, subject: TokenSubject, scopes: readonly string[]) {
    return issueSubjectToken(subject, { client, scopes }, this.#server)
  }

  async generateRefreshToken(): Promise<string> {
    return this.#refresh.secret
  }

  /** The code, unless the user's sessions have ended since, or it was sent to another address (RFC 6749 §4.1.3). */
  async getAuthorizationCode(secret: string) {
    const code = await this.#server.stores.grants.code(digest(secret))
    if (code === null || code.clientId !== this.#exchange.client.id) return null
    if (code.isRedeemed) return this.#endReused(code)
    if (code.expiresAt <= this.#server.now() || this.#exchange.form.get('redirect_uri') !== code.redirectUri)
      return null
    const user = await findSignedInUser(this.#server, code)
    const { signedInAt } = code
    return (
      user &&
      this.#toLibraryCode(code, { kind: 'user', user, session: this.newSession, signedInAt, isNew: true })
    )
  }

  /** C7.5: presented twice, it ends the tokens of its first exchange. */
  async #endReused({ hash }: KnownCode): Promise<null> {
    await this.#server.stores.grants.redeemCode(hash, this.newSession, this.#server.now())
    return null
  }

  #toLibraryCode(code: KnownCode, user: TokenSubject) {
    return {
      ...code,
      authorizationCode: code.hash,
      // Its time is up by our clock, above; the library's own only has to agree.
      expiresAt: addSeconds(new Date(), 60),
      codeChallengeMethod: 'S256',
      scope: code.scopes,
      client: this.#exchange.client,
      user,
    }
  }

  async revokeAuthorizationCode({ hash }: KnownCode): Promise<boolean> {
    return (
      (await this.#server.stores.grants.redeemCode(hash, this.newSession, this.#server.now())) === 'redeemed'
    )
  }

  /** One that was exchanged before has been stolen, from its owner or by them: its session ends (RFC 9700 §4.14). */
  async getRefreshToken(secret: string) {
    const { client, form } = this.#exchange
    const token = await findRefreshToken(secret, client, this.#server)
    if (token?.isUsed) await this.#server.stores.grants.endSession(token.sessionId, this.#server.now())
    const user = token && (await findRefreshTokenUser(token, this.#server))
    if (token === null || user === null) return null
    // Before the token is used up: the client may ask again for less.
    narrowSessionScopes(token.scopes, parseScopes(form.get('scope'), this.#server.policy))
    const { sessionId: session, signedInAt } = token
    const subject: TokenSubject = { kind: 'user', user, session, signedInAt, isNew: false }
    return { ...token, refreshToken: secret, scope: token.scopes, client, user: subject }
  }

  /** Takes the token for its successor. */
  async revokeToken({ hash, sessionId }: { readonly hash: string; readonly sessionId: SessionId }) {
    const next = { ...this.#refresh.kept, sessionId }
    return (await this.#server.stores.grants.rotate(hash, next, this.#server.now())) === 'redeemed'
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
    const [now, { client }] = [this.#server.now(), this.#exchange]
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
