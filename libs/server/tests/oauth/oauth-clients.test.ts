import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { AuthorizationCode, ClientCredentials, ResourceOwnerPassword } from 'simple-oauth2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPerson } from '../support/person.ts'
import { ADMIN_PASSWORD, SAMPLED_DATABASES, startTestService, type TestService } from '../support/service.ts'

const ID = 'reader-app'
const SECRET = 'a secret with + and % and : in it, of some length'
const REDIRECT_URI = 'http://127.0.0.1:9/callback?from=content'
/** openid-client treats an address with a query as another address. */
const PLAIN_REDIRECT_URI = 'http://127.0.0.1:9/callback'
const PASSWORD_GRANT = { username: 'admin', password: ADMIN_PASSWORD }

describe.each(SAMPLED_DATABASES)(
  'C7.5 client libraries of other authors, on %s',
  { timeout: 60_000 },
  (kind) => {
    let service: TestService
    beforeAll(async () => {
      service = await startTestService(kind, {
        OAUTH_CLIENT_ID: ID,
        OAUTH_CLIENT_SECRET: SECRET,
        OAUTH_REDIRECT_URIS: `${REDIRECT_URI},${PLAIN_REDIRECT_URI}`,
      })
    })
    afterAll(() => service.stop())

    const readUsername = async (token: string): Promise<unknown> =>
      (await service.graphql('{ currentUser { username } }', {}, `Bearer ${token}`)).body.data.currentUser

    describe('oauth4webapi', () => {
      const insecure = { [oauth.allowInsecureRequests]: true }
      const client: oauth.Client = { client_id: ID }
      const discoverServer = async (): Promise<oauth.AuthorizationServer> => {
        const issuer = new URL(service.url)
        const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
        return oauth.processDiscoveryResponse(issuer, response)
      }
      const codeTokens = async (as: oauth.AuthorizationServer, auth: oauth.ClientAuth) => {
        const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
        const url = new URL(as.authorization_endpoint ?? '')
        url.search = new URLSearchParams({
          response_type: 'code',
          client_id: ID,
          redirect_uri: REDIRECT_URI,
          scope: 'users:read articles:read',
          state,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }).toString()
        const answered = await aPerson(service.url).allow(url.href)
        const parameters = oauth.validateAuthResponse(as, client, answered, state)
        const request = () =>
          oauth.authorizationCodeGrantRequest(as, client, auth, parameters, REDIRECT_URI, verifier, insecure)
        return { request, tokens: await oauth.processAuthorizationCodeResponse(as, client, await request()) }
      }

      it.each([
        ['client_secret_basic', oauth.ClientSecretBasic(SECRET)],
        ['client_secret_post', oauth.ClientSecretPost(SECRET)],
      ])('uses discovery, code with PKCE, refresh, introspection and revocation by %s', async (_, auth) => {
        const as = await discoverServer()
        const { tokens } = await codeTokens(as, auth)
        expect(tokens).toMatchObject({
          token_type: 'bearer',
          expires_in: 900,
          scope: 'users:read articles:read',
        })
        expect(await readUsername(tokens.access_token)).toEqual({ username: 'admin' })
        const refreshed = await oauth.processRefreshTokenResponse(
          as,
          client,
          await oauth.refreshTokenGrantRequest(as, client, auth, tokens.refresh_token ?? '', insecure),
        )
        const introspect = async (token: string) =>
          oauth.processIntrospectionResponse(
            as,
            client,
            await oauth.introspectionRequest(as, client, auth, token, insecure),
          )
        expect(await introspect(refreshed.access_token)).toMatchObject({
          active: true,
          client_id: ID,
          sub: '2',
        })
        const revoked = await oauth.revocationRequest(
          as,
          client,
          auth,
          refreshed.refresh_token ?? '',
          insecure,
        )
        expect(await oauth.processRevocationResponse(revoked)).toBeUndefined()
        expect(await introspect(refreshed.access_token)).toEqual({ active: false })
      })

      it('gets a refusal for a second use of a code, and the tokens of the first use end', async () => {
        const as = await discoverServer()
        const auth = oauth.ClientSecretBasic(SECRET)
        const { request, tokens } = await codeTokens(as, auth)
        const again = oauth.processAuthorizationCodeResponse(as, client, await request())
        await expect(again).rejects.toMatchObject({ error: 'invalid_grant', status: 400 })
        const refresh = await oauth.refreshTokenGrantRequest(
          as,
          client,
          auth,
          tokens.refresh_token ?? '',
          insecure,
        )
        await expect(oauth.processRefreshTokenResponse(as, client, refresh)).rejects.toMatchObject({
          error: 'invalid_grant',
        })
      })
    })

    describe('openid-client', () => {
      const configureClient = () =>
        openid.discovery(new URL(service.url), ID, SECRET, undefined, {
          algorithm: 'oauth2',
          execute: [openid.allowInsecureRequests],
        })

      it('uses discovery, code with PKCE, refresh, reuse, introspection and revocation', async () => {
        const config = await configureClient()
        const [pkceCodeVerifier, expectedState] = [openid.randomPKCECodeVerifier(), openid.randomState()]
        const url = openid.buildAuthorizationUrl(config, {
          redirect_uri: PLAIN_REDIRECT_URI,
          scope: 'users:read',
          state: expectedState,
          code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
          code_challenge_method: 'S256',
        })
        const answered = await aPerson(service.url).allow(url.href)
        const tokens = await openid.authorizationCodeGrant(config, answered, {
          pkceCodeVerifier,
          expectedState,
        })
        expect(await readUsername(tokens.access_token)).toEqual({ username: 'admin' })
        const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
        expect(await openid.tokenIntrospection(config, refreshed.access_token)).toMatchObject({
          active: true,
        })
        await openid.refreshTokenGrant(config, refreshed.refresh_token ?? '')
        const reuse = openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
        await expect(reuse).rejects.toMatchObject({ error: 'invalid_grant' })
        expect(await openid.tokenIntrospection(config, refreshed.access_token)).toEqual({ active: false })
        await openid.tokenRevocation(config, refreshed.access_token)
      })

      it('gets tokens by password and by client credentials', async () => {
        const config = await configureClient()
        const tokens = await openid.genericGrantRequest(config, 'password', PASSWORD_GRANT)
        expect(await readUsername(tokens.access_token)).toEqual({ username: 'admin' })
        const own = await openid.clientCredentialsGrant(config)
        expect(own.refresh_token).toBeUndefined()
        expect(await readUsername(own.access_token)).toBeNull()
      })
    })

    describe('simple-oauth2', () => {
      const config = () => ({
        client: { id: ID, secret: SECRET },
        auth: { tokenHost: service.url },
      })

      it('gets tokens by password, refreshes and revokes them', async () => {
        const token = await new ResourceOwnerPassword(config()).getToken(PASSWORD_GRANT)
        expect(await readUsername(String(token.token['access_token']))).toEqual({ username: 'admin' })
        const refreshed = await token.refresh()
        expect(refreshed.token['refresh_token']).not.toBe(token.token['refresh_token'])
        await refreshed.revokeAll()
        await expect(refreshed.refresh()).rejects.toMatchObject({
          data: { payload: { error: 'invalid_grant' } },
        })
      })

      it('gets a token for itself by client credentials', async () => {
        const token = await new ClientCredentials(config()).getToken({})
        expect(await readUsername(String(token.token['access_token']))).toBeNull()
      })

      it('uses the code, with the given PKCE parameters', async () => {
        const client = new AuthorizationCode(config())
        const verifier = oauth.generateRandomCodeVerifier()
        const pkce = {
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }
        const url = client.authorizeURL({ redirect_uri: REDIRECT_URI, state: 'any', ...pkce })
        const answered = await aPerson(service.url).allow(url)
        const code = answered.searchParams.get('code') ?? ''
        const exchange = { code, redirect_uri: REDIRECT_URI, code_verifier: verifier }
        const token = await client.getToken(exchange)
        expect(await readUsername(String(token.token['access_token']))).toEqual({ username: 'admin' })
      })
    })
  },
)
