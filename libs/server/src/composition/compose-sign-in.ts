import { createServiceAuditContext, type User } from '@content-service/domain'
import { proveSecondFactor } from '@content-service/domain/internal/second-factor'
import {
  createSignIn,
  createThrottle,
  deriveKey,
  VerifiedPairs,
  type CredentialStore,
  type SignIn,
  type SignInThrottles,
} from '@content-service/identity'
import type { Foundation } from './foundation.ts'

export interface SignInService {
  readonly accounts: CredentialStore
  readonly throttle: SignInThrottles
  readonly signIn: SignIn
}

/** The parts that prove a person's identity, for all interfaces. */
export const composeSignIn = (foundation: Foundation): SignInService => {
  const { storage, settings, shared, secret, secretParts, storesFor, baseUrl, now } = foundation
  const { accounts } = storage
  const throttle = createThrottle({
    counters: shared.counters,
    key: deriveKey(secret, 'failed attempts'),
    waiting: settings.waitingLimits.signIns,
  })
  const prove = (user: User, code: string): Promise<boolean> => {
    const at = now()
    const stores = storesFor(createServiceAuditContext('sign-in', at))
    return proveSecondFactor(user, code, { ...secretParts, stores, baseUrl, now: at })
  }
  const verified = new VerifiedPairs()
  const signIn = createSignIn({ accounts, proveSecondFactor: prove, throttle, verified })
  return { accounts, throttle, signIn }
}
