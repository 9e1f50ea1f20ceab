import { proveSecondFactor, serviceAct, type ContentModel, type User } from '@content-service/domain'
import {
  createThrottle,
  deriveKey,
  createSignIn,
  VerifiedPairs,
  type ContextParts,
  type Counters,
  type SignIn,
  type SignInThrottles,
} from '@content-service/identity'
import { createStores, SqlCredentialStore, type Database } from '@content-service/persistence'
import type { Settings } from './settings/read-settings.ts'

/** All that proves who a person is, whichever door they come through. */
export interface SignInService {
  readonly accounts: SqlCredentialStore
  readonly throttle: SignInThrottles
  readonly signIn: SignIn
}

export interface SignInInfrastructure extends Pick<ContextParts, 'codes' | 'mailEncryption'> {
  readonly database: Database
  readonly model: ContentModel
  readonly counters: Counters
  /** The secret that all processes of the service share. */
  readonly secret: string
  readonly baseUrl: string
  readonly now: () => Date
}

export const composeSignIn = (
  { database, model, codes, mailEncryption, counters, secret, baseUrl, now }: SignInInfrastructure,
  settings: Settings,
): SignInService => {
  const accounts = new SqlCredentialStore(database.session())
  const throttle = createThrottle({
    counters,
    key: deriveKey(secret, 'failed attempts'),
    waiting: settings.waitingLimits.signIns,
  })
  const proof = (user: User, code: string): Promise<boolean> => {
    const at = now()
    const stores = createStores(database.session(), serviceAct('sign-in', at), { model })
    return proveSecondFactor(user, code, { stores, codes, mailEncryption, baseUrl, now: at })
  }
  const verified = new VerifiedPairs()
  const signIn = createSignIn({ accounts, proveSecondFactor: proof, throttle, verified })
  return { accounts, throttle, signIn }
}
