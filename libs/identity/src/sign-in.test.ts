import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from './passwords/argon2.ts'
import { passwordSignIn, type SignIn } from './sign-in.ts'
import { aThrottle, aUser, MemoryAccounts } from './testing/accounts.ts'

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
  signIn = passwordSignIn(accounts, aThrottle())
})

const kindOf = async (login: string, password = 'wrong'): Promise<string> =>
  (await signIn({ login, password, address: HOME })).kind
const fail = async (count: number, login: string): Promise<readonly string[]> => {
  const kinds: string[] = []
  for (let index = 0; index < count; index += 1) kinds.push(await kindOf(login))
  return kinds
}

describe('C7.6 failed sign-ins', () => {
  test.each(['ada', 'ada@example.org', 'nobody'])(
    'after ten for %s even the right password is not looked at',
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

  test('username and email of one account count together, and the refusal does not tell', async () => {
    await fail(5, 'ada')
    await fail(5, 'ada@example.org')
    expect([await kindOf('ada', PASSWORD), await kindOf('ada@example.org', PASSWORD)]).toEqual([
      'refused',
      'refused',
    ])
    await fail(5, 'bob')
    expect(await kindOf('bob@example.org')).toBe('refused')
  })

  test('a right password makes the failures before it forgotten, under both logins', async () => {
    await fail(9, 'ada')
    expect(await kindOf('ada', PASSWORD)).toBe('signed-in')
    await fail(9, 'ada')
    expect(await kindOf('ada@example.org', PASSWORD)).toBe('signed-in')
  })

  test('fifty at once have ten tries at one account', async () => {
    const kinds = await Promise.all(Array.from({ length: 50 }, () => kindOf('ada')))
    expect(kinds.filter((kind) => kind === 'refused')).toHaveLength(10)
    expect(kinds.filter((kind) => kind === 'throttled')).toHaveLength(40)
  })

  test('fifty at once that are right all sign in', async () => {
    const kinds = await Promise.all(Array.from({ length: 50 }, () => kindOf('ada', PASSWORD)))
    expect(new Set(kinds)).toEqual(new Set(['signed-in']))
  })
})
