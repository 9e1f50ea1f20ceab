import type { OAuthClient } from '@content-service/domain'
import { decodeBase64Text } from '../base64-text.ts'
import { formOf, type OAuthRequest, type Parameters } from './http.ts'
import { invalidClient, invalidRequest, OAuthError } from './oauth-error.ts'
import type { OAuthStores } from './oauth-store.ts'
import { digestOf } from '../secrets.ts'
import { isSame } from './secrets.ts'

/** How clients prove who they are; `none` is for public ones (RFC 7591 §2). */
export const CLIENT_AUTHENTICATION = ['client_secret_basic', 'client_secret_post', 'none'] as const

interface Claimed {
  readonly id: string
  readonly secret: string | undefined
}

/** RFC 6749 §2.3.1: id and secret are form-urlencoded before they are put together. */
const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalidClient()
  }
}

const fromBasic = (authorization: string): Claimed => {
  const [, credentials = ''] = /^Basic +(\S+)$/i.exec(authorization) ?? []
  const [id = '', ...secret] = decodeBase64Text(credentials)?.split(':') ?? []
  if (id === '' || secret.length === 0) throw invalidClient()
  return { id: unescaped(id), secret: unescaped(secret.join(':')) }
}

const fromForm = (form: Parameters): Claimed => {
  const id = form.get('client_id')
  if (id === undefined) throw invalidClient()
  return { id, secret: form.get('client_secret') }
}

/** RFC 6749 §2.3: one way of the two, never both. */
const claimed = ({ headers }: OAuthRequest, form: Parameters): Claimed => {
  const { authorization } = headers
  if (authorization === undefined) return fromForm(form)
  const basic = fromBasic(authorization)
  if (form.has('client_secret') || (form.get('client_id') ?? basic.id) !== basic.id)
    throw invalidRequest('The request names the client twice. Send the id and the secret in one place.')
  return basic
}

/** A confidential client proves itself by its secret; a public one has none to show. */
const isProved = ({ secretHash }: OAuthClient, secret: string | undefined): boolean => {
  if (secretHash === null) return secret === undefined
  return secret !== undefined && isSame(secretHash, digestOf(secret))
}

/**
 * C9.1: the client that shows its secret. Null for all others, who may call themselves what they like; what is wrong
 * with them is told by the endpoint, which asks for itself.
 */
export const provenClient = async (
  request: OAuthRequest,
  stores: Pick<OAuthStores, 'clients'>,
): Promise<string | null> => {
  if (request.method !== 'POST') return null
  try {
    const { id, secretHash } = await authenticatedClient(request, formOf(request), stores)
    return secretHash === null ? null : id
  } catch (error) {
    if (error instanceof OAuthError) return null
    throw error
  }
}

/** The client that sends the request. @throws OAuthError invalid_client. */
export const authenticatedClient = async (
  request: OAuthRequest,
  form: Parameters,
  { clients }: Pick<OAuthStores, 'clients'>,
): Promise<OAuthClient> => {
  const { id, secret } = claimed(request, form)
  const client = await clients.get(id)
  if (client === null || !isProved(client, secret)) throw invalidClient()
  return client
}
