import {
  Semaphore,
  type Attempt,
  type ThrottleSubject,
  type Throttle,
} from '@content-service/domain/internal/context'
import { RateLimited } from '@content-service/domain/internal/rules'
import { toAddressBlock } from '../addresses/address.ts'
import { createKeyedHash } from '../secrets/keyed-hash.ts'
import type { Counters } from './counters.ts'
import { FailuresPerAccount } from './failures-per-account.ts'
import { GrowingWait } from './growing-wait.ts'
import { admitAll, type Admission } from './limit.ts'

export interface ThrottleSettings {
  readonly counters: Counters
  /** Hashes the names in the store; every process has the same key. */
  readonly key: Uint8Array
  /** The attempts of one address that wait for its running attempts. */
  readonly waiting?: number
}

/** The throttles of sign-ins. */
export interface SignInThrottles {
  /** C7.6: an account from an address, and an address over all accounts. */
  readonly attempts: Throttle
  /** Only the limit on an account from an address. */
  readonly perAccount: Throttle
}

/** The concurrent attempts of one address: as many as there are threads for hashes. */
const RUNNING = 4
const DEFAULT_WAITING = 100

const tooMany = (seconds: number): RateLimited =>
  new RateLimited(`There were too many failed attempts. Try again in ${seconds} seconds.`, seconds)

/** Runs the work of an admitted attempt, and counts its result. */
const settleAttempt = async <Result>(
  admission: Admission,
  forget: () => Promise<void>,
  work: (attempt: Attempt) => Promise<Result>,
): Promise<Result> => {
  if (admission.kind === 'waiting') throw tooMany(admission.seconds)
  let [hasFailed, hasSucceeded] = [false, false]
  try {
    return await work({
      recordFailure: () => void (hasFailed = true),
      recordSuccess: () => void (hasSucceeded = true),
    })
  } finally {
    if (!hasFailed) await admission.giveBack()
    if (hasSucceeded) await forget()
  }
}

const toPlace = (address: string | null): string => (address === null ? 'anywhere' : toAddressBlock(address))

/** No account has a longer name or address. Longer logins count together by their beginning. */
const LONGEST_LOGIN = 254

const createKeys = (key: Uint8Array) => {
  const hashed = createKeyedHash(key)
  return {
    /** A login is one account regardless of case. The store contains only hashes. */
    account: ({ account, address }: ThrottleSubject): string =>
      hashed('account', account.slice(0, LONGEST_LOGIN).normalize('NFC').toLowerCase(), toPlace(address)),
    address: (address: string, purpose = 'address'): string => hashed(purpose, toPlace(address)),
  }
}

const createLimits = ({ counters, key }: ThrottleSettings) => ({
  accounts: new FailuresPerAccount(counters),
  addresses: new GrowingWait(counters),
  keys: createKeys(key),
})

const createAccountThrottle = ({ accounts, keys }: ReturnType<typeof createLimits>): Throttle => ({
  run: async (by, work) => {
    const key = keys.account(by)
    return settleAttempt(await accounts.admit(key), () => accounts.forget(key), work)
  },
})

/** The throttle of failed attempts (C7.6). */
export const createThrottle = (settings: ThrottleSettings): SignInThrottles => {
  const limits = createLimits(settings)
  const { accounts, addresses, keys } = limits
  const perAccount = createAccountThrottle(limits)
  const gate = new Semaphore({
    running: RUNNING,
    waiting: settings.waiting ?? DEFAULT_WAITING,
    name: 'sign-ins',
  })
  const attempts: Throttle = {
    run: (by, work) => {
      if (by.address === null) return perAccount.run(by, work)
      const [account, address] = [keys.account(by), keys.address(by.address, by.purpose)]
      return gate.run(address, async () => {
        const admission = await admitAll([() => accounts.admit(account), () => addresses.admit(address)])
        return settleAttempt(admission, () => accounts.forget(account), work)
      })
    },
  }
  return { attempts, perAccount }
}
