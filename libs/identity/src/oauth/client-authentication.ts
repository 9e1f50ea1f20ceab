import type { OAuthClient } from '@content-service/domain/internal/clients'
import { decodeBase64Text } from '../sign-in/base64-text.ts'
import { digest, isSame } from '../secrets/secrets.ts'
import { parseForm, type OAuthRequest, type Parameters } from '../web/http.ts'
import { invalidClient, invalidRequest, OAuthError } from '../web/oauth-error.ts'
import { isBuiltIn } from './built-in-client.ts'
import type { OAuthStores } from './oauth-store.ts'

/** The ways to authenticate clients; `none` is for public clients (RFC 7591 §2). */
export const CLIENT_AUTHENTICATION = ['client_secret_basic', 'client_secret_post', 'none'] as const

interface ClientClaim {
  readonly id: string
  readonly secret: string | undefined
}

/** RFC 6749 §2.3.1: id and secret are form-urlencoded before they are joined. */
const decodeCredential = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalidClient()
  }
}

const parseBasicClaim = (authorization: string): ClientClaim => {
  const [, credentials = ''] = /^Basic +(\S+)$/i.exec(authorization) ?? []
  const [id = '', ...secret] = decodeBase64Text(credentials)?.split(':') ?? []
  if (id === '' || secret.length === 0) throw invalidClient()
  return { id: decodeCredential(id), secret: decodeCredential(secret.join(':')) }
}

const parseFormClaim = (form: Parameters): ClientClaim => {
  const id = form.get('client_id')
  if (id === undefined) throw invalidClient()
  return { id, secret: form.get('client_secret') }
}

/** RFC 6749 §2.3: the client may use one of the two ways, and never both. */
const readClaim = ({ headers }: OAuthRequest, form: Parameters): ClientClaim => {
  const { authorization } = headers
  if (authorization === undefined) return parseFormClaim(form)
  const basic = parseBasicClaim(authorization)
  if (form.has('client_secret') || (form.get('client_id') ?? basic.id) !== basic.id)
    throw invalidRequest('The request names the client twice. Send the id and the secret in one place.')
  return basic
}

/** A confidential client needs its secret; a public client has none. */
const isProven = ({ secretHash }: OAuthClient, secret: string | undefined): boolean => {
  if (secretHash === null) return secret === undefined
  return secret !== undefined && isSame(secretHash, digest(secret))
}

/**
 * C9.1: the client that has proven itself by its secret; otherwise null, because anyone can send the id of a public
 * client. The endpoint refuses wrong clients.
 */
export const findProvenClient = async (
  request: OAuthRequest,
  stores: Pick<OAuthStores, 'clients'>,
): Promise<string | null> => {
  if (request.method !== 'POST') return null
  try {
    const { id, secretHash } = await authenticateClient(request, parseForm(request), stores)
    return secretHash === null ? null : id
  } catch (error) {
    if (error instanceof OAuthError) return null
    throw error
  }
}

/** The client that sends the request, which no request from outside is for the built-in client (C20.2). @throws OAuthError invalid_client. */
export const authenticateClient = async (
  request: OAuthRequest,
  form: Parameters,
  { clients }: Pick<OAuthStores, 'clients'>,
): Promise<OAuthClient> => {
  const { id, secret } = readClaim(request, form)
  const client = await clients.get(id)
  if (client === null || isBuiltIn(client) || !isProven(client, secret)) throw invalidClient()
  return client
}
