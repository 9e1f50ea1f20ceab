import { ANYBODY, type Caller, type User } from '@content-service/domain'
import { authenticateBasic } from './basic.ts'
import { userOfToken, verifyBearer, type BearerSettings } from './bearer.ts'
import { badApiKey, CredentialRefused } from './refusal.ts'
import type { CredentialStore } from './stores.ts'
import type { UserCache } from './user-cache.ts'

/** The headers of a request, by lower-case name; several of one name as an array or joined by commas. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

export interface Authenticator {
  readonly credentials: CredentialStore
  readonly users: UserCache
  readonly bearer: BearerSettings
  /** C7.4: `BASIC_AUTH=off` refuses every Basic credential. */
  readonly basic: boolean
  readonly now: () => Date
}

const callerOf = ({ id, role, permissions }: User): Caller => ({ id, roles: [role], permissions })

const valuesOf = (header: string | readonly string[] | undefined): readonly string[] =>
  header === undefined ? [] : typeof header === 'string' ? [header] : header

const tooMany = (): CredentialRefused => new CredentialRefused('BAD_REQUEST', 'Send exactly one credential.')

/** The one credential that the request carries (C7.1), or null. */
const onlyCredential = (
  headers: RequestHeaders,
): { readonly scheme: string; readonly value: string } | null => {
  const authorization = valuesOf(headers['authorization'])
  const apiKeys = valuesOf(headers['x-api-key'])
  if (authorization.length + apiKeys.length > 1 || apiKeys[0]?.includes(',')) throw tooMany()
  if (apiKeys[0] !== undefined) return { scheme: 'api-key', value: apiKeys[0] }
  if (authorization[0] === undefined) return null
  const [scheme = '', value = '', ...rest] = authorization[0].trim().split(/ +/)
  if (rest.length > 0 || authorization[0].includes(',')) throw tooMany()
  return { scheme: scheme.toLowerCase(), value }
}

/**
 * Who asks, by the credential in the headers; ANYBODY when there is none.
 * @throws CredentialRefused for one that fails, or more than one (C7.1–C7.4).
 */
export const authenticate = async (headers: RequestHeaders, by: Authenticator): Promise<Caller> => {
  const credential = onlyCredential(headers)
  switch (credential?.scheme) {
    case undefined:
      return ANYBODY
    case 'bearer':
      return callerOf(
        await userOfToken(verifyBearer(credential.value, by.bearer, by.now()), (id) => by.users.get(id)),
      )
    case 'basic':
      if (!by.basic) throw new CredentialRefused('UNAUTHENTICATED', 'Basic sign-in is switched off here.')
      return callerOf(await authenticateBasic(credential.value, by.credentials))
    case 'api-key':
      throw badApiKey()
    default:
      throw new CredentialRefused('UNAUTHENTICATED', 'Use the scheme Bearer or Basic.', 'Bearer')
  }
}
