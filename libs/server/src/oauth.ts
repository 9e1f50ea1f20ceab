import { serviceAct, type ContentPolicy, type Act } from '@content-service/domain'
import {
  createOAuthHandler,
  createSealer,
  deriveKey,
  TtlCache,
  createSecretKeys,
  PASSWORD_RESET_PATH,
  UserCache,
  addSecret,
  type OAuthHandler,
  type TokenClaims,
  type TokenFacts,
  type TokenSettings,
} from '@content-service/identity'
import { createOAuthStores, type Database } from '@content-service/persistence'
import type { SignInService } from './compose-sign-in.ts'
import type { Settings } from './settings/read-settings.ts'

const systemClock = (): Date => new Date()

/** C7.2: how access tokens are signed, and what they have to say. */
export const createTokenSettings = (settings: Settings, secret: string, issuer: string): TokenSettings => {
  const { tokenKeys, jwtSecret, jwtIssuer, jwtAudience } = settings
  const signed = tokenKeys ?? createSecretKeys(secret)
  return {
    keys: tokenKeys !== undefined && jwtSecret !== undefined ? addSecret(signed, jwtSecret) : signed,
    issuer: jwtIssuer ?? issuer,
    audience: jwtAudience ?? issuer,
    requires: { issuer: jwtIssuer !== undefined, audience: jwtAudience !== undefined },
  }
}

const createStoresFor = (database: Database) => (act: Act) => createOAuthStores(database.session(), act)

interface TokenParts {
  readonly database: Database
  readonly people: SignInService
  readonly policy: ContentPolicy
}

/** What is looked up of a token at every request, and kept for as long as the contract lets it (C3.6, C7.5). */
export const createTokenFacts = (
  { database, people: { accounts }, policy }: TokenParts,
  { credentialCacheBytes: bytes }: Settings,
): TokenFacts => {
  const { clients, grants } = createStoresFor(database)(serviceAct('authenticate', systemClock()))
  const users = new UserCache((id) => accounts.findById(id), systemClock, { bytes })
  const known = new TtlCache((id: string) => clients.get(id), systemClock, { bytes })
  const revoked = new TtlCache((claims: TokenClaims) => grants.isRevoked(claims), systemClock, {
    bytes,
    keyOf: ({ id, sessionId }) => `${id} ${sessionId}`,
  })
  return {
    policy,
    user: (id) => users.get(id),
    client: (id) => known.get(id),
    isRevoked: (claims) => revoked.get(claims),
  }
}

/** The endpoints of OAuth 2.0, which look at what is there now. */
export const composeOAuth = (
  database: Database,
  settings: Settings,
  parts: {
    readonly issuer: string
    readonly baseUrl: string
    readonly secret: string
    readonly tokens: TokenSettings
    readonly people: SignInService
    readonly policy: ContentPolicy
    readonly report: (error: unknown, requestId: string) => void
  },
): OAuthHandler =>
  createOAuthHandler({
    ...parts,
    passwordResetUrl: parts.baseUrl + PASSWORD_RESET_PATH,
    stepSealer: createSealer([deriveKey(parts.secret, 'sign-in steps')]),
    recording: createStoresFor(database),
    signIn: parts.people.signIn,
    user: (id) => parts.people.accounts.findById(id),
    passwordGrant: settings.oauthPasswordGrant,
    now: systemClock,
  })
