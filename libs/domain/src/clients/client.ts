import { accept } from '../rules/accept.ts'
import { badUserInput, InvalidValue, type Problem } from '../rules/errors.ts'
import { parseUserId } from '../rules/ids.ts'
import { limitItems, createLineRule, quote } from '../rules/text.ts'

/** The grants that a client can be registered for (C7.5). */
export const GRANT_TYPES = ['authorization_code', 'refresh_token', 'client_credentials', 'password'] as const
export type GrantType = (typeof GRANT_TYPES)[number]

/** A program that requests tokens. */
export interface OAuthClient {
  readonly id: string
  readonly name: string
  /** The service compares these addresses as exact text. */
  readonly redirectUris: readonly string[]
  readonly grants: readonly GrantType[]
  /** The scopes of the client when it calls on its own behalf. Users agree to scopes when it acts for them. */
  readonly scopes: readonly string[]
  /** SHA-256 of the secret; null for a public client, which cannot keep a secret (RFC 6749 §2.1). */
  readonly secretHash: string | null
  readonly createdAt: Date
}

/** A client as lists show it: without the hash of its secret. */
export interface OAuthClientRow extends Omit<OAuthClient, 'secretHash'> {
  readonly isPublic: boolean
}

const MAX_REDIRECT_URIS = 20
const MAX_URI_LENGTH = 2_000
const VISIBLE_ASCII = /^[\u0021-\u007e]+$/
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** RFC 9700 §2.6 and RFC 8252 §7: https, http on the machine itself, or a scheme that is a reversed domain name. */
const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname)) || protocol.includes('.')

export const redirectUri = (text: string): string => {
  if (text.length > MAX_URI_LENGTH || !VISIBLE_ASCII.test(text) || !URL.canParse(text))
    throw new InvalidValue('must be an absolute URI of visible ASCII characters')
  if (text.includes('#')) throw new InvalidValue('must not have a fragment')
  if (!isSafe(new URL(text)))
    throw new InvalidValue(
      'must begin with https, with http on 127.0.0.1, [::1] or localhost, or with an app scheme',
    )
  return text
}

const CLIENT_ID = /^[\w.~-]{1,100}$/

/**
 * C20.2: the id of the client that is a part of the service. It is not of the form `CLIENT_ID`, so that nobody can register,
 * read, change or delete this client.
 */
export const BUILT_IN_CLIENT_ID = 'studio:built-in'

/** The client id that `text` writes; null if no client can have it. */
export const parseClientId = (text: string): string | null => (CLIENT_ID.test(text) ? text : null)

/** C7.5: `sub` of a client's own token is the client id, so that no client id may look like the id of a user. */
export const acceptClientId = (text: string): string => {
  if (!CLIENT_ID.test(text)) throw new InvalidValue('must be 1 to 100 of A-Z a-z 0-9 . _ ~ -')
  if (parseUserId(text) !== null)
    throw new InvalidValue('must not be a number, because numbers are ids of users')
  return text
}

const acceptMembers =
  <Member>(rule: (member: string) => Member, most: number) =>
  (values: readonly string[]): readonly Member[] => {
    const members = [...new Set(limitItems(values))]
    if (members.length > most) throw new InvalidValue(`must be at most ${most}`)
    return members.map(rule)
  }

const grantType = (text: string): GrantType => {
  const known = GRANT_TYPES.find((grant) => grant === text)
  if (known === undefined) throw new InvalidValue(`must be one of ${GRANT_TYPES.join(', ')}`)
  return known
}

export interface ClientInput {
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly grants: readonly string[]
  readonly scopes: readonly string[]
  readonly public: boolean
}

/** Members of a client that contradict each other, such as a public client with a grant that needs a secret. */
const findContradictions = ({
  grants,
  redirectUris,
  scopes,
  public: isPublic,
}: ClientInput): readonly Problem[] => {
  const problems: Problem[] = []
  if (grants.length === 0) problems.push({ path: ['grants'], message: 'must name at least one grant type' })
  if (grants.includes('authorization_code') && redirectUris.length === 0)
    problems.push({
      path: ['redirectUris'],
      message: 'must name at least one redirect URI for the grant authorization_code',
    })
  if (isPublic && grants.includes('client_credentials'))
    problems.push({
      path: ['grants'],
      message:
        'must not contain client_credentials for a public client, because a public client has no secret',
    })
  if (scopes.length > 0 && !grants.includes('client_credentials'))
    problems.push({
      path: ['scopes'],
      message: 'must be empty unless the client has the grant client_credentials',
    })
  return problems
}

/** The accepted input of a new client, without the id and the secret that the service makes. */
export type AcceptedClient = Pick<OAuthClient, 'name' | 'redirectUris' | 'grants' | 'scopes'>

/** Checks the input of a new client; `knownScopes` are the permissions of the policy. */
export const acceptClient = (input: ClientInput, knownScopes: readonly string[]): AcceptedClient => {
  const scope = (text: string): string => {
    if (!knownScopes.includes(text))
      throw new InvalidValue(`${quote(text)} is not a permission of this service`)
    return text
  }
  const rules = {
    name: createLineRule(100),
    redirectUris: acceptMembers(redirectUri, MAX_REDIRECT_URIS),
    grants: acceptMembers(grantType, GRANT_TYPES.length),
    scopes: acceptMembers(scope, knownScopes.length),
  }
  const { name, redirectUris, grants, scopes } = input
  const accepted = accept(rules, { name, redirectUris, grants, scopes })
  const problems = findContradictions(input)
  if (problems.length > 0) throw badUserInput(problems)
  return accepted
}
