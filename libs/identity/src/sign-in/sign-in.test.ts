import { RateLimited } from '@content-service/domain/internal/rules'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authenticateBasic } from './basic.ts'
import { hashPassword } from '../passwords/argon2.ts'
import type { CredentialRefused } from '../refusals/refusal.ts'
import { createSignIn, type PasswordProof, type SignIn } from './sign-in.ts'
import { aUser, MemoryAccounts, signInBy } from '../testing/accounts.ts'

const PASSWORD = 'maroon kettle drifts'
const HOME = '192.0.2.1'
const ada = aUser(7, 'ada')

let hash: string
let accounts: MemoryAccounts
let signIn: SignIn
beforeAll(async () => {
  hash = await hashPassword(PASSWORD)
})
beforeEach(() => {
  accounts = new MemoryAccounts({ user: ada, passwordHash: hash })
  signIn = createSignIn(signInBy(accounts))
})

const attemptKind = async (login: string, password = 'wrong', otp?: string): Promise<string> =>
  (await signIn({ login, password, otp, address: HOME })).kind
const fail = async (count: number, login: string): Promise<readonly string[]> => {
  const kinds: string[] = []
  for (let index = 0; index < count; index += 1) kinds.push(await attemptKind(login))
  return kinds
}

describe('C7.6 failed sign-ins', () => {
  test.each(['ada', 'ada@example.org', 'nobody'])(
    'after ten failures for %s, even the right password is not checked',
    async (login) => {
      expect(new Set(await fail(10, login))).toEqual(new Set(['refused']))
      accounts.asked.splice(0)
      expect(await signIn({ login, password: PASSWORD, address: HOME })).toEqual({
        kind: 'throttled',
        retryAfter: expect.any(Number),
      })
      expect(accounts.asked).toEqual([])
    },
  )

  test('username and email of one account count together, and the refusal does not reveal it', async () => {
    await fail(5, 'ada')
    await fail(5, 'ada@example.org')
    expect([await attemptKind('ada', PASSWORD), await attemptKind('ada@example.org', PASSWORD)]).toEqual([
      'refused',
      'refused',
    ])
    await fail(5, 'bob')
    expect(await attemptKind('bob@example.org')).toBe('refused')
  })

  test('a right password resets the earlier failures, under both logins', async () => {
    await fail(9, 'ada')
    expect(await attemptKind('ada', PASSWORD)).toBe('signed-in')
    await fail(9, 'ada')
    expect(await attemptKind('ada@example.org', PASSWORD)).toBe('signed-in')
  })

  test('of fifty concurrent attempts, ten can guess the password of one account', async () => {
    const kinds = await Promise.all(Array.from({ length: 50 }, () => attemptKind('ada')))
    expect(kinds.filter((kind) => kind === 'refused')).toHaveLength(10)
    expect(kinds.filter((kind) => kind === 'throttled')).toHaveLength(40)
  })

  test('fifty concurrent right attempts all sign in', async () => {
    const kinds = await Promise.all(Array.from({ length: 50 }, () => attemptKind('ada', PASSWORD)))
    expect(new Set(kinds)).toEqual(new Set(['signed-in']))
  })
})

describe('an account with a second factor', () => {
  const CODE = '123456'
  beforeEach(() => {
    accounts = new MemoryAccounts({ user: ada, passwordHash: hash, hasSecondFactor: true })
    signIn = createSignIn(signInBy(accounts))
  })

  test('needs password and code', async () => {
    expect(await attemptKind('ada', PASSWORD, CODE)).toBe('signed-in')
    expect(await attemptKind('ada', PASSWORD)).toBe('otp-needed')
    expect(await attemptKind('ada', PASSWORD, '000000')).toBe('refused')
  })

  /** The proof of the first step, for the second step. */
  const prove = async (): Promise<PasswordProof> => {
    const outcome = await signIn({ login: 'ada', password: PASSWORD, address: HOME })
    return outcome.kind === 'otp-needed' ? outcome.proof : expect.unreachable()
  }
  const second = async (proof: PasswordProof, otp: string, login = 'ada'): Promise<string> =>
    (await signIn({ login, password: proof, otp, address: HOME })).kind

  test('accepts the code alone after the password, and does not store the password in between', async () => {
    const proof = await prove()
    expect(JSON.stringify(proof)).not.toContain(PASSWORD)
    expect(JSON.stringify(proof)).not.toContain(hash)
    expect([await second(proof, '000000'), await second(proof, CODE)]).toEqual(['refused', 'signed-in'])
  })

  test('the proof of a password is valid only for its account, until the password changes', async () => {
    const proof = await prove()
    expect([await second(proof, CODE, 'nobody'), await second({ accountState: '' }, CODE)]).toEqual([
      'refused',
      'refused',
    ])
    const changed = { user: ada, passwordHash: await hashPassword('another long one'), hasSecondFactor: true }
    signIn = createSignIn(signInBy(new MemoryAccounts(changed)))
    expect(await second(proof, CODE)).toBe('refused')
    const signedOut = { ...ada, tokensValidFrom: new Date(ada.tokensValidFrom.getTime() + 1_000) }
    signIn = createSignIn(
      signInBy(new MemoryAccounts({ user: signedOut, passwordHash: hash, hasSecondFactor: true })),
    )
    expect(await second(proof, CODE)).toBe('refused')
  })

  test('C7.6 wrong codes after the password count like wrong codes beside it', async () => {
    const proof = await prove()
    for (let count = 0; count < 10; count += 1) expect(await second(proof, '000000')).toBe('refused')
    expect(await second(proof, CODE)).toBe('throttled')
  })

  test('reveals its second factor only after the right password', async () => {
    expect([await attemptKind('ada', 'wrong'), await attemptKind('ada', 'wrong', CODE)]).toEqual([
      'refused',
      'refused',
    ])
  })

  test('needs no code if it may not sign in', async () => {
    accounts = new MemoryAccounts({
      user: { ...ada, status: 'SUSPENDED' },
      passwordHash: hash,
      hasSecondFactor: true,
    })
    signIn = createSignIn(signInBy(accounts))
    expect(await attemptKind('ada', PASSWORD)).toBe('refused')
  })

  test('C7.6 wrong codes count, and the right password between them does not reset the count', async () => {
    for (let count = 0; count < 10; count += 1) {
      expect(await attemptKind('ada', PASSWORD, '000000')).toBe('refused')
      if (count < 9) expect(await attemptKind('ada', PASSWORD)).toBe('otp-needed')
    }
    expect(await attemptKind('ada', PASSWORD, CODE)).toBe('throttled')
  })

  test('C12.13 a person with the password learns the wait for the codes of the account', async () => {
    const proveSecondFactor = () => Promise.reject(new RateLimited('wait', 3_600))
    const waiting = createSignIn({ ...signInBy(accounts), proveSecondFactor })
    const attempt = (password: string) => waiting({ login: 'ada', password, otp: CODE, address: HOME })
    expect(await attempt(PASSWORD)).toEqual({ kind: 'throttled', retryAfter: 3_600 })
    expect(await attempt('wrong')).toEqual({ kind: 'refused' })
  })

  test('C7.4 cannot use Basic; the message is sent only after a right password', async () => {
    const readRefusal = (password: string) =>
      authenticateBasic(Buffer.from(`ada:${password}`).toString('base64'), { address: HOME }, signIn).catch(
        ({ code, challenge, message }: CredentialRefused) => ({ code, challenge, message }),
      )
    expect(await readRefusal(PASSWORD)).toEqual({
      code: 'UNAUTHENTICATED',
      challenge: 'Bearer',
      message: expect.stringContaining('second factor'),
    })
    expect(await readRefusal('wrong')).toMatchObject({ message: 'The username or the password is wrong.' })
  })
})
