import crypto, { argon2Sync } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { RateLimited } from '@content-service/domain/internal/rules'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { authenticateBasic } from './basic.ts'
import * as argon2 from '../passwords/argon2.ts'
import { CredentialRefused } from '../refusals/refusal.ts'
import { createSignIn } from './sign-in.ts'
import { aUser, MemoryAccounts, signInBy } from '../testing/accounts.ts'

/** The cost of each computed hash. */
const work: object[] = []

/** Counts and computes the hashes: the binding that `argon2.ts` imports follows `node:crypto`. */
function countHashes(): void {
  const { argon2: hash } = crypto
  const hashAndCount: typeof hash = (algorithm, { message, nonce, ...cost }, done) => {
    work.push(cost)
    hash(algorithm, { message, nonce, ...cost }, done)
  }
  vi.spyOn(crypto, 'argon2').mockImplementation(hashAndCount)
  syncBuiltinESMExports()
}

const PASSWORD = 'maroon: kettle: drifts é'
const ada = aUser(7, 'ada')
const newcomer = aUser(8, 'nora')

let hash: string
let accounts: MemoryAccounts
beforeAll(async () => {
  hash = await argon2.hashPassword(PASSWORD)
  countHashes()
})
afterAll(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})
beforeEach(() => {
  accounts = new MemoryAccounts({ user: ada, passwordHash: hash }, { user: newcomer, passwordHash: null })
})

const encode = (text: string | Buffer): string => Buffer.from(text).toString('base64')
const tryBasic = async (credentials: string): Promise<string> => {
  try {
    return (await authenticateBasic(credentials, { address: null }, createSignIn(signInBy(accounts))))
      .username
  } catch (error) {
    if (!(error instanceof CredentialRefused)) throw error
    return `${error.code} ${error.challenge}`
  }
}
const REFUSED = 'UNAUTHENTICATED Basic realm="content-service", charset="UTF-8"'

describe('C7.4 Basic (RFC 7617)', () => {
  test.each(['ada', 'ADA', 'ada@example.org', 'Ada@Example.Org'])(
    '%s signs in: username or email, without regard to case',
    async (login) => expect(await tryBasic(encode(`${login}:${PASSWORD}`))).toBe('ada'),
  )

  test('the password may contain colons and is UTF-8; the name ends at the first colon', async () => {
    await tryBasic(encode('ada:a:b'))
    expect(accounts.asked).toEqual(['ada'])
    expect(await tryBasic(encode(`ada:${PASSWORD.normalize('NFD')}`))).toBe('ada')
  })

  test.each([
    ['a wrong password', encode('ada:wrong')],
    ['an empty password', encode('ada:')],
    ['the password in other case', encode(`ada:${PASSWORD.toUpperCase()}`)],
    ['an unknown account', encode(`eve:${PASSWORD}`)],
    ['an empty name', encode(`:${PASSWORD}`)],
    ['an account without a password (C3.3)', encode('nora:')],
    ['the hash for a password', encode('ada:$argon2id$')],
  ])('refuses %s with 401 and the challenge', async (_, credentials) =>
    expect(await tryBasic(credentials)).toBe(REFUSED),
  )

  test.each([
    ['nothing', ''],
    ['no colon', encode('ada')],
    ['no base64', 'ada:wrong'],
    [
      'base64url',
      encode(`ada:${'ÿ?'.repeat(9)}`)
        .replaceAll('/', '_')
        .replaceAll('+', '-'),
    ],
    ['padding in the middle', `${encode('ada:')}=${encode(PASSWORD)}`],
    ['too much padding', `${encode(`ada:${PASSWORD}`)}==`],
    ['a blank inside', encode(`ada:${PASSWORD}`).replace(/^.{4}/, '$& ')],
    ['a control character', encode(`ada:${PASSWORD}\n`)],
    ['U+0000', encode(`ada\0:${PASSWORD}`)],
    ['broken UTF-8', encode(Buffer.concat([Buffer.from('ada:'), Buffer.from([0xff, 0xfe])]))],
    ['8 KiB', encode(`ada:${'x'.repeat(6000)}`)],
  ])('refuses %s before it looks up an account', async (_, credentials) => {
    expect(await tryBasic(credentials)).toBe(REFUSED)
    expect(accounts.asked).toEqual([])
  })

  test('the longest possible password signs in', async () => {
    const longest = '🦊'.repeat(256)
    accounts.setHash(ada, await argon2.hashPassword(longest))
    expect(await tryBasic(encode(`ada@example.org:${longest}`))).toBe('ada')
  })
})

describe('C3.2 only an ACTIVE, not deleted user signs in', () => {
  test.each([{ status: 'INACTIVE' }, { status: 'SUSPENDED' }, { deleted: true }] as const)(
    'responds to a user with %j as to a wrong password',
    async (change) => {
      accounts.setHash({ ...ada, ...change }, hash)
      expect(await tryBasic(encode(`ada:${PASSWORD}`))).toBe(REFUSED)
    },
  )
})

describe('C7.6 equal work', () => {
  test.each(['ada', 'nora', 'nobody'])('one hash of the same cost is computed for %s', async (login) => {
    work.splice(0)
    expect(await createSignIn(signInBy(accounts))({ login, password: 'wrong', address: null })).toEqual({
      kind: 'refused',
    })
    expect(work).toEqual([{ ...argon2.PARAMETERS, tagLength: 32 }])
  })
})

describe('C3.1 a hash with weaker parameters', () => {
  const weak = (): string => {
    const nonce = Buffer.from('sixteen bytes ok')
    const cost = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 }
    const tag = argon2Sync('argon2id', { message: PASSWORD, nonce, ...cost })
    const [salt, digest] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
    return `$argon2id$v=19$m=64,t=1,p=1$${salt}$${digest}`
  }

  test('is replaced when its owner signs in, and is then current', async () => {
    accounts.setHash(ada, weak())
    expect(await tryBasic(encode(`ada:${PASSWORD}`))).toBe('ada')
    const renewed = accounts.hashOf(ada) ?? ''
    expect(argon2.isOutdated(renewed)).toBe(false)
    expect(await tryBasic(encode(`ada:${PASSWORD}`))).toBe('ada')
    expect(accounts.hashOf(ada)).toBe(renewed)
  })

  test.each([
    ['a wrong password', ada, 'wrong'],
    ['a suspended user', { ...ada, status: 'SUSPENDED' as const }, PASSWORD],
  ])('is not replaced for %s', async (_, user, password) => {
    const before = weak()
    accounts.setHash(user, before)
    await tryBasic(encode(`ada:${password}`))
    expect(accounts.hashOf(user)).toBe(before)
  })

  test('does not replace a password that was changed in the meantime', async () => {
    accounts.setHash(ada, weak())
    const byLogin = accounts.findByLogin.bind(accounts)
    accounts.findByLogin = async (login) => {
      const account = await byLogin(login)
      accounts.setHash(ada, hash)
      return account
    }
    await tryBasic(encode(`ada:${PASSWORD}`))
    expect(accounts.hashOf(ada)).toBe(hash)
  })
})

describe('C12.12 a pair of login and password that was right a few seconds ago', () => {
  afterEach(() => vi.useRealTimers())
  const source = { address: null }
  const countHashes = async (run: () => Promise<unknown>): Promise<number> => {
    work.splice(0)
    await run()
    return work.length
  }

  test('is not hashed again for five seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const signIn = createSignIn(signInBy(accounts))
    const again = () => authenticateBasic(encode(`ada:${PASSWORD}`), source, signIn)
    expect([await countHashes(again), await countHashes(again)]).toEqual([1, 0])
    vi.advanceTimersByTime(5_001)
    expect(await countHashes(again)).toBe(1)
  })

  test('does not admit another password, an old password, or an account that may not sign in', async () => {
    const signIn = createSignIn(signInBy(accounts))
    const attempt = (password: string) =>
      authenticateBasic(encode(`ada:${password}`), source, signIn).catch((error: Error) => error.message)
    await attempt(PASSWORD)
    expect(await attempt('wrong')).toBe('The username or the password is wrong.')
    accounts.setHash({ ...ada, status: 'SUSPENDED' }, hash)
    expect(await attempt(PASSWORD)).toBe('The username or the password is wrong.')
    accounts.setHash(ada, await argon2.hashPassword('another long password'))
    expect(await attempt(PASSWORD)).toBe('The username or the password is wrong.')
  })

  test('needs no quota of its address; every other pair needs quota before its hash', async () => {
    const signIn = createSignIn(signInBy(accounts))
    let asked = 0
    const attempt = (pair: string, hasQuota: boolean) =>
      authenticateBasic(encode(pair), { address: '192.0.2.1', admitHash: admitting(hasQuota) }, signIn)
    const admitting = (hasQuota: boolean) => async () => {
      asked += 1
      if (!hasQuota) throw new RateLimited('no quota', 7)
    }
    await attempt(`ada:${PASSWORD}`, true)
    await attempt(`ada:${PASSWORD}`, false)
    expect(asked).toBe(1)
    for (const pair of ['ada:wrong', 'nobody:wrong', `nora:${PASSWORD}`]) {
      const hashes = await countHashes(() => expect(attempt(pair, false)).rejects.toThrow('no quota'))
      expect([pair, hashes]).toEqual([pair, 0])
    }
  })
})
