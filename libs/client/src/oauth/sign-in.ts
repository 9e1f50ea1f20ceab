import type { GetToken } from '../transport/credentials.ts'
import { readAddress } from '../transport/fetch.ts'
import { type Metadata, request, signInFailed, type TokenResponse } from './authorization-server.ts'
import { challengeOf, makeSecret } from './pkce.ts'
import { createItem, createStorage, type TokenStorage } from './storage.ts'
import { createTokenKeeper } from './tokens.ts'

export type { TokenStorage } from './storage.ts'

export interface SignInOptions {
  /** The address of the service. */
  readonly url: string
  /** The id of your program as an OAuth client: see docs/oauth.md. */
  readonly clientId: string
  /** For a program that can keep a secret, such as a server. A browser cannot. */
  readonly clientSecret?: string
  /** The address of your program to which the person comes back. */
  readonly redirectUri: string
  /** Permissions, separated by a blank: `articles:read comments:write`. Without it: all permissions of the person. */
  readonly scope?: string
  /** `sessionStorage` in a browser, and memory elsewhere, unless you give a storage. */
  readonly storage?: TokenStorage
  readonly fetch?: typeof fetch
}

export interface SignIn {
  /** Begins a sign-in, and gives the address to which you send the person. */
  begin(): Promise<string>
  /** Completes the sign-in, with the address at which the person came back. Throws a ClientError. */
  finish(address: string): Promise<void>
  /** For `createClient({ url, token: signIn.getToken })`. Renews the token before it expires. Throws a ClientError. */
  readonly getToken: GetToken
  isSignedIn(): Promise<boolean>
  /** Forgets the tokens, and ends the session at the service. */
  signOut(): Promise<void>
}

interface Pending {
  readonly verifier: string
  readonly state: string
}

/** Remembers the result of a function, unless it fails. */
const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | undefined
  return () =>
    (result ??= work().catch((error: unknown) => {
      result = undefined
      throw error
    }))
}

/** The code and the verifier of a response that belongs to the sign-in (RFC 6749 §4.1.2, RFC 9207 §2.4). */
const readResponse = (place: string, pending: Pending | undefined, issuer: string) => {
  const { searchParams } = new URL(place)
  const get = (name: string) => searchParams.get(name)
  if (!pending || get('state') !== pending.state || get('iss') !== issuer) {
    throw signInFailed(
      'not_for_us',
      'This response does not belong to a sign-in that began here. Begin again.',
    )
  }
  const error = get('error')
  if (error !== null) throw signInFailed(error, `Nobody is signed in: ${get('error_description') ?? error}`)
  return { code: get('code') ?? '', code_verifier: pending.verifier }
}

interface AuthorizationQuery {
  readonly clientId: string
  readonly redirectUri: string
  readonly scope: string | undefined
  readonly started: Pending
}

/** The address that asks a person to sign in (RFC 6749 §4.1.1). */
const writeAuthorization = async (endpoint: string, query: AuthorizationQuery): Promise<string> => {
  const { clientId, redirectUri, scope, started } = query
  const target = new URL(endpoint)
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    ...(scope !== undefined && { scope }),
    state: started.state,
    code_challenge: await challengeOf(started.verifier),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value)
  return target.href
}

/** Signs a person in with the authorization code and PKCE (RFC 7636), and keeps the person signed in. */
export function createSignIn(options: SignInOptions): SignIn {
  const { clientId, clientSecret, redirectUri, scope } = options
  const send: typeof fetch = (...args) => (options.fetch ?? fetch)(...args)
  const address = readAddress(options.url)
  const storage = options.storage ?? createStorage()
  const name = `content-service ${address} ${clientId}`
  const pending = createItem<Pending>(storage, `${name} pending`)
  const client = { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) }
  const readMetadata = once(
    async () => (await request(send, `${address}/.well-known/oauth-authorization-server`)) as Metadata,
  )
  const requestTokens = async (form: Readonly<Record<string, string>>) => {
    const { token_endpoint } = await readMetadata()
    return (await request(send, token_endpoint, { ...form, ...client })) as TokenResponse
  }
  const tokens = createTokenKeeper(storage, name, requestTokens)

  return {
    begin: async () => {
      const { authorization_endpoint } = await readMetadata()
      const started = { verifier: makeSecret(), state: makeSecret() }
      await pending.write(started)
      return writeAuthorization(authorization_endpoint, { clientId, redirectUri, scope, started })
    },
    finish: async (place) => {
      const started = await pending.read()
      const { issuer } = await readMetadata()
      const form = readResponse(place, started, issuer)
      await pending.remove() // a code and its verifier work once
      await tokens.keep(
        await requestTokens({ grant_type: 'authorization_code', redirect_uri: redirectUri, ...form }),
      )
    },
    getToken: tokens.getToken,
    isSignedIn: async () => (await tokens.read()) !== undefined,
    signOut: async () => {
      const known = await tokens.read()
      await tokens.remove()
      const token = known?.refresh ?? known?.access
      const { revocation_endpoint } = await readMetadata()
      if (token !== undefined) await request(send, revocation_endpoint, { token, ...client })
    },
  }
}
