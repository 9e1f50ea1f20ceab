import { beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../context/context.ts'
import { TEST_AUDIT_CONTEXT, NOON } from '../testing/test-audit-context.ts'
import { aWorld, describeOutcome, refusedPaths, type World } from '../testing/world.ts'
import type { UserRole } from '../access/role-names.ts'
import type { User } from '../users/user.ts'
import type { Mail } from '../mails/mailer.ts'
import { createUser } from '../users/sign-up/account-creation.ts'
import {
  changePassword,
  inviteUser,
  requestPasswordReset,
  resetPassword,
  signOutEverywhere,
} from './account-operations.ts'

let world: World
let running: Promise<void>[]
let clock: Date
let secrets: Context['secrets']
const tries: unknown[] = []

beforeEach(async () => {
  world = await aWorld()
  secrets = world.as(null).secrets
  running = []
  clock = NOON
  tries.length = 0
})

/** The context of a user with the password `right`. */
const as = (caller: User | null, more: Partial<Context> = {}): Context => {
  const context = world.as(caller)
  return {
    ...context,
    stores: world.stores.withAuditContext({ ...TEST_AUDIT_CONTEXT, at: clock }),
    secrets,
    passwords: { ...context.passwords, verify: async (_, password) => password === 'right' },
    runInBackground: (work) => void running.push(work()),
    now: () => clock,
    throttle: {
      run: async (by, work) => {
        const outcome: string[] = []
        tries.push([by, outcome])
        return work({
          recordFailure: () => outcome.push('failed'),
          recordSuccess: () => outcome.push('succeeded'),
        })
      },
    },
    ...more,
  }
}
const waitForWork = async (): Promise<void> => {
  for (const run of running) await run
}
const readCode = (mail: Mail | undefined): string => /^ {4}(.+)$/m.exec(mail?.text ?? '')?.[1] ?? ''
const minutes = (count: number): Date => new Date(NOON.getTime() + count * 60_000)
const inADay = (): Date => minutes(24 * 60)
const readHash = (user: User): string | undefined => world.tables.credentials.get(user.id)?.hash
const readValidFrom = (user: User): Date | undefined => world.tables.users.get(user.id)?.tokensValidFrom

const invite = async (role?: UserRole) => {
  const user = await inviteUser(as(world.people.ADMIN), { email: 'nora@example.org', role })
  await waitForWork()
  return { user, code: readCode(world.mails().at(-1)) }
}
const reset = (token: string, password = 'a good long password') =>
  describeOutcome(() => resetPassword(as(null), { token, password }))

describe('C3.8 inviteUser', () => {
  test('creates an account without a password, and mails a code that sets one, once', async () => {
    const { user, code } = await invite('AUTHOR')
    expect(user).toMatchObject({ username: 'nora', name: 'nora', roles: ['AUTHOR'], status: 'ACTIVE' })
    expect([readHash(user), world.mails()[0]?.to]).toEqual([undefined, 'nora@example.org'])
    expect([await reset(code), await reset(code)]).toEqual(['DONE', 'BAD_USER_INPUT'])
    expect(readHash(user)).toBe('hash of a good long password')
  })

  test('no address contains the code, and the store has only its digest', async () => {
    const { code } = await invite()
    expect(world.mails()[0]?.text).not.toMatch(new RegExp(`https?://\\S*${code}`))
    expect(JSON.stringify([...world.tables.oneTimeTokens])).not.toContain(`"${code}"`)
  })

  test('the code is valid for 24 hours', async () => {
    const { code } = await invite()
    clock = new Date(inADay().getTime() - 1)
    expect(await describeOutcome(() => resetPassword(as(null), { token: code, password: 'x' }))).toBe('DONE')
    const second = await inviteUser(as(world.people.ADMIN), { email: 'late@example.org' })
    await waitForWork()
    clock = new Date(clock.getTime() + 24 * 3_600_000)
    expect([await reset(readCode(world.mails().at(-1))), readHash(second)]).toEqual([
      'BAD_USER_INPUT',
      undefined,
    ])
  })

  test.each<[UserRole | null, string]>([
    [null, 'UNAUTHENTICATED'],
    ['READER', 'FORBIDDEN'],
    ['EDITOR', 'FORBIDDEN'],
    ['ADMIN', 'DONE'],
  ])('by %s: %s', async (role, outcome) => {
    const context = as(role && world.people[role])
    expect(await describeOutcome(() => inviteUser(context, { email: 'nora@example.org' }))).toBe(outcome)
  })

  test('a caller can invite no user to a role above the own rights', async () => {
    const deputy = { ...world.people.EDITOR, permissions: ['users:write'] }
    const toAdmin = () => inviteUser(as(deputy), { email: 'nora@example.org', role: 'ADMIN' })
    expect(await describeOutcome(toAdmin)).toBe('FORBIDDEN')
  })

  test('a taken address is a conflict, and no mail is sent', async () => {
    const again = () => inviteUser(as(world.people.ADMIN), { email: 'ADA@example.org' })
    expect([await describeOutcome(again), world.mails()]).toEqual(['CONFLICT', []])
  })

  test('refuses before it writes anything if the service cannot send mail', async () => {
    const context = as(world.people.ADMIN, { mailer: { isReady: false } })
    expect(await describeOutcome(() => inviteUser(context, { email: 'nora@example.org' }))).toBe(
      'UNAVAILABLE',
    )
    expect(await world.stores.accounts.byEmail('nora@example.org')).toBeNull()
  })
})

describe('C3.8 requestPasswordReset and resetPassword', () => {
  const request = async (email: string): Promise<string> => {
    await requestPasswordReset(as(null), { email })
    await waitForWork()
    return readCode(world.mails().at(-1))
  }

  test('mails a code to the user with the address, without regard to case', async () => {
    const code = await request('ADA@Example.org')
    expect(world.mails()).toMatchObject([{ to: 'ada@example.org' }])
    expect([await reset(code), readHash(world.people.AUTHOR)]).toEqual([
      'DONE',
      'hash of a good long password',
    ])
  })

  test('responds before the look-up, so that its duration reveals nothing', async () => {
    const context = as(null)
    context.stores.accounts.byEmail = () => expect.unreachable()
    const later: unknown[] = []
    await requestPasswordReset(
      { ...context, runInBackground: (work) => void later.push(work) },
      { email: 'ada@example.org' },
    )
    expect(later).toHaveLength(1)
  })

  test('reports a malformed address, which reveals nothing about accounts', async () =>
    expect(await refusedPaths(() => request('nonsense'))).toEqual(['email']))

  test.each(['nobody@example.org', 'ghost@deleted.invalid'])('sends nothing for %s', async (email) => {
    await request(email)
    expect(world.mails()).toEqual([])
  })

  test.each(['SUSPENDED', 'INACTIVE'] as const)('sends nothing to a user who is %s', async (status) => {
    await world.stores.users.change(world.people.AUTHOR.id, (user) => ({ ...user, status }))
    await request('ada@example.org')
    expect(world.mails()).toEqual([])
  })

  test('refuses the code of a user who has been suspended or deleted since', async () => {
    const code = await request('ada@example.org')
    await world.stores.users.change(world.people.AUTHOR.id, (user) => ({ ...user, deleted: true }))
    expect(await reset(code)).toBe('BAD_USER_INPUT')
  })

  test('C12.4 repeated requests of a stranger send mails at growing intervals', async () => {
    const sentAt: number[] = []
    for (let minute = 0; minute < 5 * 60; minute += 1) {
      clock = minutes(minute)
      const before = world.mails().length
      await request('ada@example.org')
      if (world.mails().length > before) sentAt.push(minute)
    }
    // Four codes an hour at most: the fifth and the sixth are not sent.
    expect(sentAt).toEqual([0, 1, 3, 7, 63, 123, 183, 243])
  })

  test.each(['first', 'second'] as const)(
    'C12.4 a later code does not end the earlier code: the %s works',
    async (which) => {
      const codes = { first: await request('ada@example.org'), second: '' }
      clock = minutes(2)
      codes.second = await request('ada@example.org')
      expect(codes.first).not.toBe(codes.second)
      expect(await reset(codes[which])).toBe('DONE')
      expect([await reset(codes.first), await reset(codes.second)]).toEqual([
        'BAD_USER_INPUT',
        'BAD_USER_INPUT',
      ])
    },
  )

  test('C12.4 a code that confirms an address sets no password', async () => {
    const { username, email } = await createUser(as(null), {
      username: 'zoe',
      email: 'zoe@example.org',
      password: 'a good long password',
    })
    expect([username, email]).toEqual(['zoe', 'zoe@example.org'])
    expect(await reset(readCode(world.mails().at(-1)))).toBe('BAD_USER_INPUT')
  })

  test('the code is valid for an hour', async () => {
    const code = await request('ada@example.org')
    clock = minutes(60)
    expect(await reset(code)).toBe('BAD_USER_INPUT')
  })

  test('C3.6 ends all earlier sessions', async () => {
    await reset(await request('ada@example.org'))
    expect(readValidFrom(world.people.AUTHOR)).toEqual(new Date(NOON.getTime() + 1_000))
  })

  test('reports a weak password at its path, and the code stays valid', async () => {
    const code = await request('ada@example.org')
    const context = as(null)
    const strict = { ...context, passwords: { ...context.passwords, findProblem: () => 'is too short' } }
    const attempt = () => resetPassword(strict, { token: code, password: 'short' })
    expect([await refusedPaths(attempt), await reset(code)]).toEqual([['password'], 'DONE'])
  })

  test('reports a wrong code at its path, and computes no hash', async () => {
    const context = as(null)
    const idle = { ...context, passwords: { ...context.passwords, hash: () => expect.unreachable() } }
    expect(await refusedPaths(() => resetPassword(idle, { token: 'x', password: 'y' }))).toEqual(['token'])
  })
})

describe('C3.8 changePassword', () => {
  const change = (caller: User | null, current = 'right', next = 'a good long password') =>
    describeOutcome(() => changePassword(as(caller), { current, next }))

  test('sets the new password and ends every session, including the caller’s', async () => {
    const ada = world.people.AUTHOR
    expect(await change(ada)).toBe('DONE')
    expect([readHash(ada), readValidFrom(ada)]).toEqual([
      'hash of a good long password',
      new Date(NOON.getTime() + 1_000),
    ])
  })

  test('a wrong current password is BAD_USER_INPUT, counts as a failed attempt on the account, and changes nothing', async () => {
    const ada = world.people.AUTHOR
    const attempt = () => changePassword(as(ada), { current: 'wrong', next: 'a good long password' })
    expect(await refusedPaths(attempt)).toEqual(['current'])
    expect(tries).toEqual([[{ account: `user:${ada.id}`, address: null }, ['failed']]])
    expect([readHash(ada), readValidFrom(ada)]).toEqual([undefined, ada.tokensValidFrom])
  })

  test('the right password resets earlier failures', async () => {
    await change(world.people.AUTHOR)
    expect(tries).toMatchObject([[{}, ['succeeded']]])
  })

  test.each<[UserRole | null, string]>([
    [null, 'UNAUTHENTICATED'],
    ['GUEST', 'FORBIDDEN'],
    ['READER', 'DONE'],
  ])('by %s: %s', async (role, outcome) => expect(await change(role && world.people[role])).toBe(outcome))
})

describe('C3.8 signOutEverywhere', () => {
  test('ends every session, keeps the API keys, and makes no new version of the user', async () => {
    const ada = world.people.AUTHOR
    await signOutEverywhere(as(ada))
    expect(await world.stores.users.get(ada.id)).toEqual({
      ...ada,
      tokensValidFrom: new Date(NOON.getTime() + 1_000),
    })
  })

  test.each<[UserRole | null, string]>([
    [null, 'UNAUTHENTICATED'],
    ['GUEST', 'FORBIDDEN'],
    ['READER', 'DONE'],
  ])('by %s: %s', async (role, outcome) =>
    expect(await describeOutcome(() => signOutEverywhere(as(role && world.people[role])))).toBe(outcome),
  )
})
