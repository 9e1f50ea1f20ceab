import { type Caller } from '@content-service/domain'
import { ANYBODY } from '@content-service/domain/internal/access'
import { NO_SIGN_IN, type SignInFacts } from '@content-service/domain/internal/sessions'
import { toCaller } from '@content-service/domain/internal/users'
import { authenticateApiKey, type ApiKeyFinder } from '../api-keys/api-key.ts'
import { authenticateBasic, type Source } from './basic.ts'
import { findTokenCaller, readSignIn, type TokenFacts } from './bearer.ts'
import { CredentialRefused } from '../refusals/refusal.ts'
import type { SignIn } from './sign-in.ts'
import type { VerifiedTokens } from '../tokens/verified-tokens.ts'

/** The headers of a request by lower-case name; several values of a name are an array or joined by commas. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** The sender of a request, and the credential that proves the sender. */
export interface Principal {
  readonly caller: Caller
  /** The kind of credential for the audit log (C7.10), with its public name if it has one: `basic`, `bearer`. */
  readonly credential: string
  readonly signIn: SignInFacts
}

/** The sender of a request without a credential. */
export const NOBODY: Principal = { caller: ANYBODY, credential: 'none', signIn: NO_SIGN_IN }

export interface Authenticator {
  readonly signIn: SignIn
  readonly apiKeys: ApiKeyFinder
  readonly tokens: VerifiedTokens
  /** Finds the users and clients of tokens and keys (C7.3, C7.5). */
  readonly facts: TokenFacts
  /** C7.4: `BASIC_AUTH=off` refuses every Basic credential. */
  readonly basic: boolean
  readonly now: () => Date
}

const listValues = (header: string | readonly string[] | undefined): readonly string[] =>
  header === undefined ? [] : typeof header === 'string' ? [header] : header

const severalCredentials = (): CredentialRefused =>
  new CredentialRefused('BAD_REQUEST', 'The request has several credentials. Send exactly one credential.')

const SCHEMES = ['bearer', 'basic'] as const

const parseScheme = (scheme: string): (typeof SCHEMES)[number] | 'unknown' =>
  SCHEMES.find((known) => known === scheme.toLowerCase()) ?? 'unknown'

/** The kind of credential in the headers, for the audit log. It does not repeat the name of an unknown scheme. */
export const readCredentialKind = (headers: RequestHeaders): string => {
  if (listValues(headers['x-api-key']).length > 0) return 'api-key'
  const scheme = listValues(headers['authorization'])[0]?.trim().split(' ')[0]
  return scheme === undefined ? 'none' : parseScheme(scheme)
}

/** The one credential that the request carries (C7.1), or null. */
const readCredential = (
  headers: RequestHeaders,
): { readonly scheme: 'api-key' | ReturnType<typeof parseScheme>; readonly value: string } | null => {
  const authorization = listValues(headers['authorization'])
  const apiKeys = listValues(headers['x-api-key'])
  if (authorization.length + apiKeys.length > 1 || apiKeys[0]?.includes(',')) throw severalCredentials()
  if (apiKeys[0] !== undefined) return { scheme: 'api-key', value: apiKeys[0].trim() }
  if (authorization[0] === undefined) return null
  const [scheme = '', value = '', ...rest] = authorization[0].trim().split(/ +/)
  if (rest.length > 0 || authorization[0].includes(',')) throw severalCredentials()
  return { scheme: parseScheme(scheme), value }
}

/** C7.1: refuses a token in an address without checking it, because histories and logs contain addresses. */
export const refuseTokenInQuery = (query: URLSearchParams): void => {
  if (query.has('access_token'))
    throw new CredentialRefused('BAD_REQUEST', 'Send the token in the header Authorization, not in the URL.')
}

const authenticateWithBearer = async (token: string, by: Authenticator): Promise<Principal> => {
  const claims = by.tokens.verify(token, by.now())
  const credential = claims.clientId === null ? 'bearer' : `bearer ${claims.clientId}`
  return { caller: await findTokenCaller(claims, by.facts), credential, signIn: readSignIn(claims) }
}

const authenticateWithBasic = async (pair: string, source: Source, by: Authenticator): Promise<Principal> => {
  if (!by.basic)
    throw new CredentialRefused(
      'UNAUTHENTICATED',
      'This service does not accept Basic credentials. Use an access token or an API key.',
    )
  const caller = toCaller(await authenticateBasic(pair, source, by.signIn))
  return { caller, credential: 'basic', signIn: { session: null, provenAt: by.now() } }
}

const authenticateWithApiKey = async (
  text: string,
  { apiKeys, facts, now }: Authenticator,
): Promise<Principal> => {
  const { policy, user: owner } = facts
  const { caller, key } = await authenticateApiKey(text, { keys: apiKeys, policy, owner, now })
  return { caller, credential: `api-key ${key.id}`, signIn: NO_SIGN_IN }
}

/**
 * Finds the sender of a request by the credential in its headers, or NOBODY without a credential.
 * @throws CredentialRefused for a wrong credential, or several credentials (C7.1–C7.4).
 */
export const authenticate = async (
  headers: RequestHeaders,
  source: Source,
  by: Authenticator,
): Promise<Principal> => {
  const credential = readCredential(headers)
  switch (credential?.scheme) {
    case undefined:
      return NOBODY
    case 'bearer':
      return authenticateWithBearer(credential.value, by)
    case 'basic':
      return authenticateWithBasic(credential.value, source, by)
    case 'api-key':
      return authenticateWithApiKey(credential.value, by)
    default:
      throw new CredentialRefused(
        'UNAUTHENTICATED',
        'The scheme of the header Authorization must be Bearer or Basic.',
        {
          challenge: 'Bearer',
        },
      )
  }
}
