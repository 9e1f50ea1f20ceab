import { restrict } from '@content-service/authz/restrict'
import { beforeEach, describe, expect, test } from 'vitest'
import { confirmEmail } from '../accounts/email-confirmation.ts'
import { requestPasswordReset, resetPassword } from '../accounts/account-operations.ts'
import { contentPolicy } from '../service/content-types.ts'
import type { Context } from '../context/context.ts'
import { unconditional } from '../context/precondition.ts'
import { callerOf, RIGHT_PASSWORD } from '../testing/builders.ts'
import { NOON } from '../testing/test-audit-context.ts'
import { aWorld, describeOutcome, refusedPaths, type World } from '../testing/world.ts'
import { removeSecondFactor } from '../second-factor/second-factor-operations.ts'
import { enabledSecondFactor } from '../testing/second-factors.ts'
import type { User } from './user.ts'
import { putUser, updateUser, type UserUpdate } from './user-updates.ts'

const NEW = 'new@example.net'

let world: World
let ada: User
let tries: unknown[]
let secrets: Context['secrets']
beforeEach(async () => {
  world = await aWorld()
  ada = world.people.AUTHOR
  secrets = world.as(null).secrets
  tries = []
})

const ago = (seconds: number): Date => new Date(NOON.getTime() - seconds * 1_000)
const createSignedInContext = (provenAt: Date | null): Partial<Context> => ({
  signIn: { session: null, provenAt },
})
const fresh = createSignedInContext(NOON)
const as = (caller: User | null, more: Partial<Context> = {}): Context =>
  world.as(caller, {
    secrets,
    throttle: {
      run: (by, work) => {
        const count = (outcome: string) => () => void tries.push([by.account, outcome])
        return work({ recordFailure: count('failed'), recordSuccess: count('succeeded') })
      },
    },
    ...more,
  })
/** The context of a key or token with only these scopes. */
const createNarrowedContext = (
  caller: User,
  scopes: readonly string[],
  more: Partial<Context> = {},
): Context => ({
  ...as(caller, more),
  caller: restrict(contentPolicy, callerOf(caller), scopes),
})
const update = (context: Context, change: UserUpdate, user = ada) =>
  updateUser(context, user.id, change, unconditional)
const attempt = (context: Context, change: UserUpdate = { email: NEW }, user = ada) =>
  describeOutcome(() => update(context, change, user))
const readStored = (user = ada) => {
  const { email, pendingEmail } = world.tables.users.get(user.id) ?? user
  return { email, pendingEmail }
}
const code = (to: string): string => {
  const mail = world.mails().findLast((sent) => sent.to === to)
  return /^ {4}(.+)$/m.exec(mail?.text ?? '')?.[1] ?? ''
}

describe('C12.4 users who change their own address prove that the account is theirs', () => {
  test.each<[string, Partial<Context>]>([
    ['an API key, or a token that nobody has signed in for', createSignedInContext(null)],
    ['a session whose sign-in is ten minutes old', createSignedInContext(ago(600))],
  ])('%s is FORBIDDEN, and nothing changes', async (_, more) => {
    expect(await attempt(as(ada, more))).toBe('FORBIDDEN')
    expect([readStored(), world.mails()]).toEqual([{ email: ada.email, pendingEmail: null }, []])
  })

  test('a session is fresh for ten minutes', async () => {
    expect(await attempt(as(ada, createSignedInContext(ago(599))))).toBe('DONE')
  })

  test('a token with narrowed scopes is never fresh, and a token with all scopes is', async () => {
    expect(await attempt(createNarrowedContext(ada, ['users:write'], fresh))).toBe('FORBIDDEN')
    expect(await attempt(createNarrowedContext(ada, contentPolicy.permissions, fresh))).toBe('DONE')
  })

  test('currentPassword proves the owner with every credential, and is never stored', async () => {
    const context = createNarrowedContext(ada, ['users:write'])
    expect(await attempt(context, { email: NEW, currentPassword: RIGHT_PASSWORD })).toBe('DONE')
    const { auditEntries, events, users } = world.tables
    expect(JSON.stringify([[...auditEntries], [...events], [...users]])).not.toContain(RIGHT_PASSWORD)
  })

  test('a wrong currentPassword is BAD_USER_INPUT at its path, and counts as a failed sign-in', async () => {
    const wrong = () => update(as(ada, fresh), { email: NEW, currentPassword: 'wrong' })
    expect(await refusedPaths(wrong)).toEqual(['currentPassword'])
    expect(tries).toEqual([[`user:${ada.id}`, 'failed']])
    expect(readStored().pendingEmail).toBeNull()
  })

  test('an administrator needs the proof, too, and a PUT as well', async () => {
    const { ADMIN } = world.people
    const put = (context: Context) =>
      describeOutcome(() => putUser(context, ADMIN.id, { name: 'Amy', email: NEW }, unconditional))
    expect(await put(as(ADMIN))).toBe('FORBIDDEN')
    expect(await put(as(ADMIN, fresh))).toBe('DONE')
    expect(readStored(ADMIN)).toEqual({ email: ADMIN.email, pendingEmail: NEW })
  })

  test('another change, or the unchanged address, needs no proof', async () => {
    expect(await attempt(as(ada), { name: 'Ada', email: ada.email })).toBe('DONE')
    expect(world.mails()).toEqual([])
  })

  test('C6.6 does not check the password if the caller may not write or the version is old', async () => {
    const other = world.people.READER
    expect(await attempt(as(other), { email: NEW, currentPassword: 'wrong' })).toBe('NOT_FOUND')
    const stale = () => {
      throw new Error('stale')
    }
    await expect(
      updateUser(as(ada), ada.id, { email: NEW, currentPassword: 'wrong' }, stale),
    ).rejects.toThrow('stale')
    expect(tries).toEqual([])
  })
})

describe('a service that needs no confirmation of addresses', () => {
  const trusting = (more: Partial<Context>): Context => {
    const context = as(ada, more)
    return { ...context, settings: { ...context.settings, confirmsEmail: false } }
  }

  test('changes the own address at once, and remembers that nobody confirmed it', async () => {
    expect(await attempt(trusting(fresh))).toBe('DONE')
    expect(readStored()).toEqual({ email: NEW, pendingEmail: null })
    expect(world.tables.users.get(ada.id)?.emailConfirmedAt).toBeNull()
    expect(world.mails().map(({ to }) => to)).toEqual([ada.email])
  })

  test('needs the proof of the owner, and works without mail', async () => {
    expect(await attempt(trusting(createSignedInContext(null)))).toBe('FORBIDDEN')
    const silent = trusting({ ...fresh, mailer: { ...as(ada).mailer, isReady: false } })
    expect(await attempt(silent)).toBe('DONE')
    expect(world.mails()).toEqual([])
  })

  test('refuses the address of another user', async () => {
    const { email } = world.people.READER
    expect(await attempt(trusting(fresh), { email })).toBe('CONFLICT')
    expect(readStored()).toEqual({ email: ada.email, pendingEmail: null })
  })
})

describe('C12.4 a user’s own new address', () => {
  test('waits for its code; a mail informs the old address and masks the new address', async () => {
    await update(as(ada, fresh), { email: NEW, name: 'Ada L.' })
    expect(readStored()).toEqual({ email: ada.email, pendingEmail: NEW })
    expect(world.mails().map(({ to }) => to)).toEqual([NEW, ada.email])
    expect(world.mails()[1]?.text).toContain('n***@e***.net')
    expect(JSON.stringify(world.mails()[1])).not.toContain(NEW)
    await confirmEmail(as(null), { token: code(NEW) })
    expect(readStored()).toEqual({ email: NEW, pendingEmail: null })
    expect(world.tables.users.get(ada.id)).toMatchObject({ name: 'Ada L.', version: 3 })
  })

  test('is confirmed once, and its code sets no password', async () => {
    await update(as(ada, fresh), { email: NEW })
    const token = code(NEW)
    const password = 'a good long password'
    expect(await describeOutcome(() => resetPassword(as(null), { token, password }))).toBe('BAD_USER_INPUT')
    await confirmEmail(as(null), { token })
    expect(await describeOutcome(() => confirmEmail(as(null), { token }))).toBe('BAD_USER_INPUT')
  })

  test('a second change ends the code of the first change', async () => {
    await update(as(ada, fresh), { email: NEW })
    await update(as(ada, fresh), { email: 'newer@example.net' })
    const confirm = (to: string) => describeOutcome(() => confirmEmail(as(null), { token: code(to) }))
    expect([await confirm(NEW), await confirm('newer@example.net')]).toEqual(['BAD_USER_INPUT', 'DONE'])
  })

  test('a confirmed change ends codes that were sent to the old address', async () => {
    await requestPasswordReset(as(null), { email: ada.email })
    await Promise.resolve()
    const token = code(ada.email)
    await update(as(ada, fresh), { email: NEW })
    await confirmEmail(as(null), { token: code(NEW) })
    const password = 'a good long password'
    expect(token).not.toBe('')
    expect(await describeOutcome(() => resetPassword(as(null), { token, password }))).toBe('BAD_USER_INPUT')
  })

  test('a reset by mail stops a waiting change', async () => {
    await update(as(ada, fresh), { email: NEW })
    const waiting = code(NEW)
    await requestPasswordReset(as(null), { email: ada.email })
    await Promise.resolve()
    await resetPassword(as(null), { token: code(ada.email), password: 'a good long password' })
    expect(await describeOutcome(() => confirmEmail(as(null), { token: waiting }))).toBe('BAD_USER_INPUT')
    expect(readStored()).toEqual({ email: ada.email, pendingEmail: null })
  })

  test('the address of another user is CONFLICT, throttled by the account of the caller', async () => {
    const { email } = world.people.EDITOR
    expect(await attempt(as(ada, fresh), { email: email.toUpperCase() })).toBe('CONFLICT')
    expect(tries).toEqual([[`conflicts of user:${ada.id}`, 'failed']])
  })

  test('an address that another user takes in the meantime is CONFLICT at the confirmation', async () => {
    await update(as(ada, fresh), { email: NEW })
    await update(as(world.people.ADMIN), { email: NEW }, world.people.READER)
    expect(await describeOutcome(() => confirmEmail(as(null), { token: code(NEW) }))).toBe('CONFLICT')
  })

  test('is UNAVAILABLE if the service cannot send mail', async () => {
    expect(await attempt(as(ada, { ...fresh, mailer: { isReady: false } }))).toBe('UNAVAILABLE')
  })
})

describe('C12.4 a change that can take over an account needs a credential with all permissions of the account', () => {
  const ADMINS_KEY = ['users:read', 'users:write']
  let other: User
  beforeEach(async () => {
    other = await world.person('bea', 'ADMIN')
  })

  test('an address that an administrator sets takes effect at once, ends the user’s codes, and is mailed to the old address', async () => {
    await requestPasswordReset(as(null), { email: ada.email })
    await Promise.resolve()
    await update(as(world.people.ADMIN), { email: NEW })
    expect(readStored()).toEqual({ email: NEW, pendingEmail: null })
    const password = 'a good long password'
    const token = code(ada.email)
    expect(world.mails().map(({ to }) => to)).toEqual([ada.email, ada.email])
    expect(await describeOutcome(() => resetPassword(as(null), { token, password }))).toBe('BAD_USER_INPUT')
  })

  test.each<[string, (context: Context) => Promise<unknown>]>([
    ['the address by PATCH', (context) => update(context, { email: NEW }, other)],
    [
      'the address by PUT',
      (context) => putUser(context, other.id, { name: 'Bea', email: NEW }, unconditional),
    ],
    ['the status', (context) => update(context, { status: 'SUSPENDED' }, other)],
    ['the second factor', (context) => removeSecondFactor(context, other.id)],
  ])('%s: FORBIDDEN with a key of fewer scopes', async (_, change) => {
    await world.stores.secondFactors.change(other.id, () => enabledSecondFactor(other.id))
    const { ADMIN } = world.people
    expect(await describeOutcome(() => change(createNarrowedContext(ADMIN, ADMINS_KEY)))).toBe('FORBIDDEN')
    expect(await describeOutcome(() => change(createNarrowedContext(ADMIN, contentPolicy.permissions)))).toBe(
      'DONE',
    )
  })

  test('a narrowed key can make changes that do not take over the account', async () => {
    expect(await attempt(createNarrowedContext(world.people.ADMIN, ADMINS_KEY), { name: 'Bea' }, other)).toBe(
      'DONE',
    )
  })

  test('a narrowed key cannot make an administrator', async () => {
    const promote = { role: 'ADMIN' } as const
    expect(await attempt(createNarrowedContext(world.people.ADMIN, ADMINS_KEY), promote)).toBe('FORBIDDEN')
  })
})
