import { proveSecondFactor, serviceAct, type ContentModel, type User } from '@content-service/domain'
import {
  createThrottle,
  derivedKey,
  passwordSignIn,
  VerifiedPairs,
  type ContextParts,
  type Counters,
  type SignIn,
  type Throttle,
} from '@content-service/identity'
import { createStores, SqlCredentialStore, type Database } from '@content-service/persistence'
import type { Settings } from './settings/read-settings.ts'

/** All that proves who a person is, whichever door they come through. */
export interface SignInService {
  readonly accounts: SqlCredentialStore
  readonly throttle: Throttle
  readonly signIn: SignIn
}

export interface SignInSurroundings extends Pick<ContextParts, 'codes' | 'envelopes'> {
  readonly database: Database
  readonly model: ContentModel
  readonly counters: Counters
  /** The secret that all processes of the service share. */
  readonly secret: string
  readonly baseUrl: string
  readonly now: () => Date
}

export const composeSignIn = (
  { database, model, codes, envelopes, counters, secret, baseUrl, now }: SignInSurroundings,
  settings: Settings,
): SignInService => {
  const accounts = new SqlCredentialStore(database.session())
  const throttle = createThrottle({
    counters,
    key: derivedKey(secret, 'failed attempts'),
    waiting: settings.waitingLimits.signIns,
  })
  const proof = (user: User, code: string): Promise<boolean> => {
    const at = now()
    const stores = createStores(database.session(), serviceAct('sign-in', at), { model })
    return proveSecondFactor(user, code, { stores, codes, envelopes, baseUrl, now: at })
  }
  const verified = new VerifiedPairs()
  const signIn = passwordSignIn({ accounts, proveSecondFactor: proof, throttle, verified })
  return { accounts, throttle, signIn }
}
