import crypto, { argon2Sync } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { authenticateBasic } from './basic.ts'
import * as argon2 from './passwords/argon2.ts'
import { CredentialRefused } from './refusal.ts'
import { passwordSignIn } from './sign-in.ts'
import { aUser, MemoryAccounts, signInBy } from './testing/accounts.ts'

/** The cost of each hash that was made. */
const work: object[] = []

/** Counts the hashes, and makes them: the binding that `argon2.ts` imports follows `node:crypto`. */
function countHashes(): void {
  const { argon2: hash } = crypto
  const counted: typeof hash = (algorithm, { message, nonce, ...cost }, done) => {
    work.push(cost)
    hash(algorithm, { message, nonce, ...cost }, done)
  }
  vi.spyOn(crypto, 'argon2').mockImplementation(counted)
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

const encoded = (text: string | Buffer): string => Buffer.from(text).toString('base64')
const tryBasic = async (credentials: string): Promise<string> => {
  try {
    return (await authenticateBasic(credentials, null, passwordSignIn(signInBy(accounts)))).username
  } catch (error) {
    if (!(error instanceof CredentialRefused)) throw error
    return `${error.code} ${error.challenge}`
  }
}
const REFUSED = 'UNAUTHENTICATED Basic realm="content-service", charset="UTF-8"'

describe('C7.4 Basic (RFC 7617)', () => {
  test.each(['ada', 'ADA', 'ada@example.org', 'Ada@Example.Org'])(
    '%s signs in: username or email, without regard to case',
    async (login) => expect(await tryBasic(encoded(`${login}:${PASSWORD}`))).toBe('ada'),
  )

  test('the password may hold colons and is UTF-8; the name ends at the first colon', async () => {
    await tryBasic(encoded('ada:a:b'))
    expect(accounts.asked).toEqual(['ada'])
    expect(await tryBasic(encoded(`ada:${PASSWORD.normalize('NFD')}`))).toBe('ada')
  })

  test.each([
    ['a wrong password', encoded('ada:wrong')],
    ['an empty password', encoded('ada:')],
    ['the password in other case', encoded(`ada:${PASSWORD.toUpperCase()}`)],
    ['an unknown account', encoded(`eve:${PASSWORD}`)],
    ['an empty name', encoded(`:${PASSWORD}`)],
    ['an account without a password (C3.3)', encoded('nora:')],
    ['the hash for a password', encoded('ada:$argon2id$')],
  ])('%s: 401 with the challenge', async (_, credentials) =>
    expect(await tryBasic(credentials)).toBe(REFUSED),
  )

  test.each([
    ['nothing', ''],
    ['no colon', encoded('ada')],
    ['no base64', 'ada:wrong'],
    [
      'base64url',
      encoded(`ada:${'ÿ?'.repeat(9)}`)
        .replaceAll('/', '_')
        .replaceAll('+', '-'),
    ],
    ['padding in the middle', `${encoded('ada:')}=${encoded(PASSWORD)}`],
    ['too much padding', `${encoded(`ada:${PASSWORD}`)}==`],
    ['a blank inside', encoded(`ada:${PASSWORD}`).replace(/^.{4}/, '$& ')],
    ['a control character', encoded(`ada:${PASSWORD}\n`)],
    ['U+0000', encoded(`ada\0:${PASSWORD}`)],
    ['broken UTF-8', encoded(Buffer.concat([Buffer.from('ada:'), Buffer.from([0xff, 0xfe])]))],
    ['8 KiB', encoded(`ada:${'x'.repeat(6000)}`)],
  ])('%s is refused before anybody is looked for', async (_, credentials) => {
    expect(await tryBasic(credentials)).toBe(REFUSED)
    expect(accounts.asked).toEqual([])
  })

  test('the longest password there may be signs in', async () => {
    const longest = '🦊'.repeat(256)
    accounts.setHash(ada, await argon2.hashPassword(longest))
    expect(await tryBasic(encoded(`ada@example.org:${longest}`))).toBe('ada')
  })
})

describe('C3.2 only an ACTIVE, not deleted user signs in', () => {
  test.each([{ status: 'INACTIVE' }, { status: 'SUSPENDED' }, { deleted: true }] as const)(
    '%j: the same answer as for a wrong password',
    async (change) => {
      accounts.setHash({ ...ada, ...change }, hash)
      expect(await tryBasic(encoded(`ada:${PASSWORD}`))).toBe(REFUSED)
    },
  )
})

describe('C7.6 equal work', () => {
  test.each(['ada', 'nora', 'nobody'])('for %s one hash is made, of the same cost', async (login) => {
    work.splice(0)
    expect(await passwordSignIn(signInBy(accounts))({ login, password: 'wrong', address: null })).toEqual({
      kind: 'refused',
    })
    expect(work).toEqual([{ ...argon2.PARAMETERS, tagLength: 32 }])
  })
})

describe('C3.1 a hash of lower parameters', () => {
  const weak = (): string => {
    const nonce = Buffer.from('sixteen bytes ok')
    const cost = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 }
    const tag = argon2Sync('argon2id', { message: PASSWORD, nonce, ...cost })
    const [salt, digest] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
    return `$argon2id$v=19$m=64,t=1,p=1$${salt}$${digest}`
  }

  test('is made anew when its owner signs in, and then is good', async () => {
    accounts.setHash(ada, weak())
    expect(await tryBasic(encoded(`ada:${PASSWORD}`))).toBe('ada')
    const renewed = accounts.hashOf(ada) ?? ''
    expect(argon2.isOutdated(renewed)).toBe(false)
    expect(await tryBasic(encoded(`ada:${PASSWORD}`))).toBe('ada')
    expect(accounts.hashOf(ada)).toBe(renewed)
  })

  test.each([
    ['a wrong password', ada, 'wrong'],
    ['a suspended user', { ...ada, status: 'SUSPENDED' as const }, PASSWORD],
  ])('stays for %s', async (_, user, password) => {
    const before = weak()
    accounts.setHash(user, before)
    await tryBasic(encoded(`ada:${password}`))
    expect(accounts.hashOf(user)).toBe(before)
  })

  test('does not come back when the password was changed meanwhile', async () => {
    accounts.setHash(ada, weak())
    const byLogin = accounts.byLogin.bind(accounts)
    accounts.byLogin = async (login) => {
      const account = await byLogin(login)
      accounts.setHash(ada, hash)
      return account
    }
    await tryBasic(encoded(`ada:${PASSWORD}`))
    expect(accounts.hashOf(ada)).toBe(hash)
  })
})
