import { User } from '@content-service/domain'
import { noteRefusal } from '@content-service/domain/internal/audit'
import {
  authenticate,
  readCredentialKind,
  NOBODY,
  createRenewal,
  RecentApiKeys,
  VerifiedTokens,
  type ApiKeyFinder,
  type Authenticator,
  type Principal,
  type Renewal,
  type RequestHeaders,
} from '@content-service/identity'
import type { Contexts, RequestFacts } from './compose-contexts.ts'
import type { SignInService } from './compose-sign-in.ts'
import { createTokenFacts } from './compose-oauth.ts'
import type { Foundation } from './foundation.ts'

/** Counts a request (C9.1). Both methods throw RateLimited. */
export interface Admission {
  /** Counts the request for its address until its sender is known. The service hashes no password before (C12.12). */
  reserve(): Promise<void>
  /** Counts the request for its sender. */
  admit(principal: Principal): Promise<void>
}

/** The sender of an admitted request. @throws CredentialRefused, which has an entry in the audit log (C7.10). */
export type Identify = (
  headers: RequestHeaders,
  facts: RequestFacts,
  admission: Admission,
) => Promise<Principal>

export interface Identity {
  readonly identify: Identify
  /** Checks the sender of a long request again. */
  readonly renewal: (headers: RequestHeaders, principal: Principal) => Promise<Renewal>
}

/** The writes of this process take effect at once: a write of a user can delete the keys of the user. */
const createApiKeyFinder = ({ storage, settings, now }: Foundation): ApiKeyFinder => {
  const keys = new RecentApiKeys(storage.apiKeys, now, settings.credentialCacheBytes)
  storage.afterCommits(({ resource }) => {
    if (resource === 'api-keys' || resource === User.plural) keys.clear()
  })
  return keys
}

export const composeIdentity = (
  foundation: Foundation,
  people: SignInService,
  contexts: Contexts,
): Identity => {
  const { settings, tokens, now } = foundation
  const by: Authenticator = {
    signIn: people.signIn,
    tokens: new VerifiedTokens(tokens),
    facts: createTokenFacts(foundation, people),
    apiKeys: createApiKeyFinder(foundation),
    basic: settings.basicAuth,
    now,
  }
  const authenticateSender = async (
    ...[headers, facts, admission]: Parameters<Identify>
  ): Promise<Principal> => {
    try {
      return await authenticate(headers, { address: facts.address, admitHash: admission.reserve }, by)
    } catch (error) {
      const refused = { ...NOBODY, credential: readCredentialKind(headers) }
      // The count comes before the entry, so that a flood of bad credentials does not flood the audit log.
      await admission.admit(refused)
      await noteRefusal(contexts.contextFor(refused, facts), error, { action: 'authenticate' })
      throw error
    }
  }
  return {
    identify: async (headers, facts, admission) => {
      const principal = await authenticateSender(headers, facts, admission)
      await admission.admit(principal)
      return principal
    },
    renewal: (headers, principal) => createRenewal(headers, principal, by),
  }
}
