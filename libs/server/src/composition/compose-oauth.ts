import { createServiceAuditContext, User, type UserId } from '@content-service/domain'
import {
  createKeyedHash,
  createOAuthHandler,
  createSealer,
  deriveKey,
  PASSWORD_RESET_PATH,
  TtlCache,
  type OAuthHandler,
  type TokenClaims,
  type TokenFacts,
} from '@content-service/identity'
import type { SignInService } from './compose-sign-in.ts'
import type { Foundation } from './foundation.ts'

/** The resources whose writes can revoke tokens. */
const END_TOKENS: ReadonlySet<string> = new Set(['clients', 'sessions', 'tokens', 'consents'])

/**
 * The user, the client and the revocation of a token, cached for as long as the contract allows (C3.6, C7.5). The writes
 * of this process take effect at once.
 */
export const createTokenFacts = (
  { storage, policy, settings, now }: Foundation,
  { accounts }: SignInService,
): TokenFacts => {
  const { clients, grants } = storage.oauthStoresFor(createServiceAuditContext('authenticate', now()))
  const bytes = settings.credentialCacheBytes
  const users = new TtlCache(accounts.findById.bind(accounts), now, { bytes })
  const known = new TtlCache((id: string) => clients.get(id), now, { bytes })
  const revoked = new TtlCache((claims: TokenClaims) => grants.isRevoked(claims), now, {
    bytes,
    keyOf: ({ id, sessionId }) => `${id} ${sessionId}`,
  })
  storage.afterCommits(({ resource, ids }) => {
    if (resource === User.plural) for (const id of ids) users.forget(id as UserId)
    if (resource === 'clients') known.clear()
    if (END_TOKENS.has(resource)) revoked.clear()
  })
  return {
    policy,
    user: (id) => users.get(id),
    client: (id) => known.get(id),
    isRevoked: (claims) => revoked.get(claims),
  }
}

/** The endpoints of OAuth 2.0, which read everything without a cache. */
export const composeOAuth = (
  foundation: Foundation,
  { accounts, signIn }: SignInService,
  report: (error: unknown, requestId: string) => void,
): OAuthHandler => {
  const { storage, settings, issuer, tokens, policy, baseUrl, secret, now } = foundation
  return createOAuthHandler({
    issuer,
    tokens,
    policy,
    signIn,
    report,
    now,
    passwordResetUrl: baseUrl + PASSWORD_RESET_PATH,
    stepSealer: createSealer([deriveKey(secret, 'sign-in steps')]),
    deriveSuccessor: createKeyedHash(deriveKey(secret, 'refresh tokens')),
    recording: storage.oauthStoresFor,
    user: (id) => accounts.findById(id),
    passwordGrant: settings.oauthPasswordGrant,
  })
}
