import { Gate, RateLimited, type Attempt, type Attempter, type Attempts } from '@content-service/domain'
import { addressBlock } from '../addresses/address.ts'
import { keyedHash } from '../keyed-hash.ts'
import type { Counters } from './counters.ts'
import { FailuresPerAccount } from './failures-per-account.ts'
import { GrowingWait } from './growing-wait.ts'
import { admitAll, type Admission } from './limit.ts'

export interface ThrottleSettings {
  readonly counters: Counters
  /** Makes what is kept in the store unreadable; the same in every process. */
  readonly key: Uint8Array
  /** Attempts of one address that wait for its running attempts. */
  readonly waiting?: number
}

/** What sign-in is throttled by. */
export interface Throttle {
  /** C7.6: an account from an address, and an address over all accounts. */
  readonly attempts: Attempts
  /** An account from an address alone. */
  readonly perAccount: Attempts
}

/** Attempts of one address that run: as many as threads that hash, so that attempts wait in line instead of failing. */
const RUNNING = 4
const DEFAULT_WAITING = 100

const tooMany = (seconds: number): RateLimited =>
  new RateLimited(`There were too many failed attempts. Try again in ${seconds} seconds.`, seconds)

/** Runs the work of an attempt that has been admitted, and settles what it counts by how it ended. */
const settled = async <Result>(
  admission: Admission,
  forget: () => Promise<void>,
  work: (attempt: Attempt) => Promise<Result>,
): Promise<Result> => {
  if (admission.kind === 'waiting') throw tooMany(admission.seconds)
  let [hasFailed, hasSucceeded] = [false, false]
  try {
    return await work({ failed: () => void (hasFailed = true), succeeded: () => void (hasSucceeded = true) })
  } finally {
    if (!hasFailed) await admission.giveBack()
    if (hasSucceeded) await forget()
  }
}

const place = (address: string | null): string => (address === null ? 'anywhere' : addressBlock(address))

/** No account has a longer name or address. Longer logins count together. */
const LONGEST_LOGIN = 254

const keysBy = (key: Uint8Array) => {
  const hashed = keyedHash(key)
  return {
    /** One login in any case is one account; the store holds no text that could be read. */
    account: ({ account, address }: Attempter): string =>
      hashed('account', account.slice(0, LONGEST_LOGIN).normalize('NFC').toLowerCase(), place(address)),
    address: (address: string): string => hashed('address', place(address)),
  }
}

const limitsOn = ({ counters, key }: ThrottleSettings) => ({
  accounts: new FailuresPerAccount(counters),
  addresses: new GrowingWait(counters),
  keys: keysBy(key),
})

const throttlePerAccount = ({ accounts, keys }: ReturnType<typeof limitsOn>): Attempts => ({
  run: async (by, work) => {
    const key = keys.account(by)
    return settled(await accounts.admit(key), () => accounts.forget(key), work)
  },
})

/** The throttle of failed attempts (C7.6). */
export const createThrottle = (settings: ThrottleSettings): Throttle => {
  const limits = limitsOn(settings)
  const { accounts, addresses, keys } = limits
  const perAccount = throttlePerAccount(limits)
  const gate = new Gate({ running: RUNNING, waiting: settings.waiting ?? DEFAULT_WAITING, name: 'sign-ins' })
  const attempts: Attempts = {
    run: (by, work) => {
      if (by.address === null) return perAccount.run(by, work)
      const [account, address] = [keys.account(by), keys.address(by.address)]
      return gate.run(address, async () => {
        const admission = await admitAll([() => accounts.admit(account), () => addresses.admit(address)])
        return settled(admission, () => accounts.forget(account), work)
      })
    },
  }
  return { attempts, perAccount }
}
