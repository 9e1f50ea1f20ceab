import { restrict } from '@content-service/authz/restrict'
import { type Caller, type User, type UserId } from '@content-service/domain'
import { toCaller } from '@content-service/domain/internal/users'
import { parseUserId } from '@content-service/domain/internal/rules'
import type { SignInFacts } from '@content-service/domain/internal/sessions'
import type { ContentPolicy } from '@content-service/domain/internal/access'
import type { OAuthClient } from '@content-service/domain/internal/clients'
import { invalidToken } from '../refusals/refusal.ts'
import type { TokenClaims } from '../tokens/verify-token.ts'

/** Finds the facts about a verified token. Each fact is at most 5 s old. */
export interface TokenFacts {
  readonly policy: ContentPolicy
  readonly user: (id: UserId) => Promise<User | null>
  readonly client: (id: string) => Promise<OAuthClient | null>
  /** Whether the token or its session has been revoked (C7.5). */
  readonly isRevoked: (claims: TokenClaims) => Promise<boolean>
}

/**
 * C3.6: refuses a token from the future, because it would outlive the end of its session. There is one exception: if
 * the clock was set back after sessions ended, new sessions begin at that later time, and until then no user could sign
 * in.
 */
const isOfCurrentSession = ({ issuedAt, isOfTheFuture }: TokenClaims, { tokensValidFrom }: User): boolean =>
  isOfTheFuture ? issuedAt * 1000 === tokensValidFrom.getTime() : issuedAt * 1000 >= tokensValidFrom.getTime()

/** C3.2, C3.6: the user of a token, if the user is active and has not signed out since. */
export const findTokenUser = async (claims: TokenClaims, find: TokenFacts['user']): Promise<User> => {
  const id = parseUserId(claims.subject)
  const user = id && (await find(id))
  if (!user || user.deleted || user.status !== 'ACTIVE') throw invalidToken()
  if (!isOfCurrentSession(claims, user)) throw invalidToken()
  return user
}

/** C7.5: the permissions of GUEST, and the scopes of the client that the token contains. */
const findClientCaller = async (
  clientId: string,
  claims: TokenClaims,
  { client }: TokenFacts,
): Promise<Caller> => {
  const found = await client(clientId)
  if (!found?.grants.includes('client_credentials') || claims.isOfTheFuture) throw invalidToken()
  const permissions = found.scopes.filter((scope) => claims.scopes?.includes(scope))
  return { id: null, roles: ['GUEST'], permissions, client: found.id }
}

/** C7.5: scopes narrow the permissions of the user, and never widen them. */
const findUserCaller = async (claims: TokenClaims, { user, policy }: TokenFacts): Promise<Caller> => {
  const caller = toCaller(await findTokenUser(claims, user))
  return claims.scopes === null ? caller : restrict(policy, caller, claims.scopes)
}

/**
 * C12.4: the token of a session contains the time of the sign-in, which a refresh does not change. For a token that the
 * operator signed, the time is its `iat`.
 */
export const readSignIn = ({ sessionId, signedInAt, issuedAt }: TokenClaims): SignInFacts => {
  const provenAt = sessionId === null ? issuedAt : signedInAt
  return { session: sessionId, provenAt: provenAt === null ? null : new Date(provenAt * 1_000) }
}

/** The caller of a verified token. @throws CredentialRefused INVALID_TOKEN. */
export const findTokenCaller = async (claims: TokenClaims, facts: TokenFacts): Promise<Caller> => {
  if (await facts.isRevoked(claims)) throw invalidToken()
  const { clientId, subject } = claims
  return clientId !== null && clientId === subject && parseUserId(subject) === null
    ? findClientCaller(clientId, claims, facts)
    : findUserCaller(claims, facts)
}
