import { createServiceAuditContext, User, type UserId } from '@content-service/domain'
import {
  createBuiltInClient,
  createKeyedHash,
  createOAuthHandler,
  createSealer,
  deriveKey,
  PASSWORD_RESET_PATH,
  TtlCache,
  type OAuthHandler,
  type OAuthServices,
  type TokenClaims,
  type TokenFacts,
} from '@content-service/identity'
import { composeStudio, STUDIO_PATHS, type Studio } from './compose-studio.ts'
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

type Report = OAuthServices['report']

/** Reads everything without a cache. */
const createServices = (
  foundation: Foundation,
  { accounts, signIn }: SignInService,
  report: Report,
): OAuthServices => {
  const hasStudio = foundation.studioFolder !== null
  const { storage, settings, issuer, tokens, policy, baseUrl, secret, now } = foundation
  return {
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
    builtIn: hasStudio ? createBuiltInClient(baseUrl + STUDIO_PATHS.signedIn) : null,
  }
}

/** The endpoints of OAuth 2.0, and the studio, whose sign-in goes through them. */
export const composeOAuth = (
  foundation: Foundation,
  people: SignInService,
  report: Report,
): { readonly oauth: OAuthHandler; readonly studio: Studio | null } => {
  const services = createServices(foundation, people, report)
  return { oauth: createOAuthHandler(services), studio: composeStudio(foundation, services) }
}
