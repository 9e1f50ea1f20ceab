import { noteRefusal, type ContentPolicy } from '@content-service/domain'
import {
  authenticate,
  readCredentialKind,
  NOBODY,
  createRenewal,
  type Authenticator,
  type Principal,
  type Renewal,
  type RequestHeaders,
  type TokenSettings,
} from '@content-service/identity'
import { SqlApiKeyFinder, type Database } from '@content-service/persistence'
import type { Client, Contexts } from './compose-contexts.ts'
import type { SignInService } from './compose-sign-in.ts'
import type { Settings } from './settings/read-settings.ts'
import { createTokenFacts } from './oauth.ts'

/** How a request is counted (C9.1). Both throw RateLimited. */
export interface Admission {
  /** Counts the request for its address until its sender is known: before a password is hashed (C12.12). */
  reserve(): Promise<void>
  /** Counts the request for its sender. */
  admit(principal: Principal): Promise<void>
}

/** Who asks, once the request is admitted. @throws CredentialRefused, once it is in the audit log (C7.10). */
export type Identify = (headers: RequestHeaders, client: Client, admission: Admission) => Promise<Principal>

export interface Identity {
  readonly identify: Identify
  /** For a request that goes on: how to ask again who sent it. */
  readonly renewal: (headers: RequestHeaders, principal: Principal) => Promise<Renewal>
}

export interface IdentityParts {
  readonly database: Database
  readonly tokens: TokenSettings
  readonly policy: ContentPolicy
  readonly people: SignInService
  readonly contexts: Contexts
  readonly now: () => Date
}

export const composeIdentity = (
  { database, tokens, policy, people, contexts, now }: IdentityParts,
  settings: Settings,
): Identity => {
  const by: Authenticator = {
    signIn: people.signIn,
    tokens,
    facts: createTokenFacts({ database, people, policy }, settings),
    apiKeys: new SqlApiKeyFinder(database.session()),
    basic: settings.basicAuth,
    now,
  }
  const authenticated = async (...[headers, client, admission]: Parameters<Identify>): Promise<Principal> => {
    try {
      return await authenticate(headers, { address: client.address, admitHash: admission.reserve }, by)
    } catch (error) {
      const refused = { ...NOBODY, credential: readCredentialKind(headers) }
      // First, so that a flood of bad credentials does not become one of entries in the audit log.
      await admission.admit(refused)
      await noteRefusal(contexts.contextFor(refused, client), error, { action: 'authenticate' })
      throw error
    }
  }
  return {
    identify: async (headers, client, admission) => {
      const principal = await authenticated(headers, client, admission)
      await admission.admit(principal)
      return principal
    },
    renewal: (headers, principal) => createRenewal(headers, principal, by),
  }
}
