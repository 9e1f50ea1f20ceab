import { proveSecondFactor, serviceAct, type CodeKeeper, type UserId } from '@content-service/domain'
import {
  codeKeeper,
  createThrottle,
  derivedKey,
  passwordSignIn,
  sealerFor,
  VerifiedPairs,
  type Counters,
  type SignIn,
  type Throttle,
} from '@content-service/identity'
import { createStores, SqlCredentialStore, type Database } from '@content-service/persistence'
import type { Settings } from './config.ts'

/** All that proves who a person is, whichever door they come through. */
export interface SignInService {
  readonly accounts: SqlCredentialStore
  readonly throttle: Throttle
  readonly codes: CodeKeeper
  readonly signIn: SignIn
}

export interface SignInSurroundings {
  readonly database: Database
  readonly counters: Counters
  /** The secret that all processes of the service share. */
  readonly secret: string
  readonly now: () => Date
}

export const composeSignIn = (
  { database, counters, secret, now }: SignInSurroundings,
  settings: Settings,
): SignInService => {
  const accounts = new SqlCredentialStore(database.session())
  const throttle = createThrottle({ counters, key: derivedKey(secret, 'failed attempts') })
  const codes = codeKeeper(sealerFor('second factors', secret, settings))
  const proof = (user: UserId, code: string): Promise<boolean> => {
    const { secondFactors } = createStores(database.session(), serviceAct('sign-in', now()))
    return proveSecondFactor(user, code, { store: secondFactors, codes, now: now() })
  }
  const verified = new VerifiedPairs()
  const signIn = passwordSignIn({ accounts, proveSecondFactor: proof, throttle, verified })
  return { accounts, throttle, codes, signIn }
}
