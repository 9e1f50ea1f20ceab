import { beforeEach, describe, expect, test } from 'vitest'
import { unconditional } from '../../context/precondition.ts'
import { callerOf } from '../../testing/builders.ts'
import { NOON } from '../../testing/test-audit-context.ts'
import { aWorld, describeOutcome, refusedPaths, type World } from '../../testing/world.ts'
import { USER_ROLES } from '../../access/role-names.ts'
import type { User } from '../user.ts'
import { inviteUser } from '../../accounts/account-operations.ts'
import { confirmEmail } from '../../accounts/email-confirmation.ts'
import { updateUser } from '../user-updates.ts'
import { bulkCreateUsers, createUser, type NewAccount } from './account-creation.ts'

let world: World
let people: World['people']
beforeEach(async () => {
  world = await aWorld()
  people = world.people
})

const account = (username: string, more: Partial<NewAccount> = {}): NewAccount => ({
  username,
  email: `${username}@example.org`,
  password: 'a good long password',
  ...more,
})
const softDelete = (user: User) =>
  updateUser(world.as(people.ADMIN), user.id, { deleted: true }, unconditional)
const closed = { settings: { allowSignUp: false } }
const signUp = (caller: User | null, more: Partial<NewAccount> = {}, settings = {}) =>
  describeOutcome(() => createUser(world.as(caller, settings), account('zoe', more)))

describe('C3.4 sign-up', () => {
  test('creates READER accounts for strangers, and stores only the hash of the password', async () => {
    const zoe = await createUser(world.as(null), account('zoe', { age: 36 }))
    expect(zoe).toMatchObject({
      roles: ['READER'],
      name: 'zoe',
      age: 36,
      createdAt: NOON,
      tokensValidFrom: NOON,
    })
    expect(JSON.stringify(zoe)).not.toContain('password')
  })

  test('is closed by a setting, except for callers who may write users', async () => {
    expect(await signUp(null, {}, closed)).toBe('UNAUTHENTICATED')
    expect(await signUp(people.EDITOR, {}, closed)).toBe('FORBIDDEN')
    expect(await signUp(people.ADMIN, {}, closed)).toBe('DONE')
  })

  test.each(USER_ROLES.filter((role) => role !== 'READER'))('does not give the role %s', async (role) => {
    expect(await signUp(null, { role })).toBe('UNAUTHENTICATED')
    expect(await signUp(people.EDITOR, { role })).toBe('FORBIDDEN')
    expect(await signUp(people.ADMIN, { role })).toBe('DONE')
  })

  test('no caller can grant a role above their own rights', async () => {
    const writer = { ...people.AUTHOR, permissions: ['users:write'] }
    expect(await signUp(writer, { role: 'EDITOR' })).toBe('FORBIDDEN')
    expect(await signUp(writer, { role: 'AUTHOR' })).toBe('DONE')
  })

  test('C7.8 does not check the input of a caller who may not create users', async () =>
    expect(await signUp(null, { role: 'ADMIN', email: 'wrong', username: '' })).toBe('UNAUTHENTICATED'))

  test('reports every problem, including that of the password', async () => {
    const passwords = { ...world.as(null).passwords, findProblem: () => 'is too short' }
    const given = account('.', { email: 'no', age: 200 })
    const paths = await refusedPaths(() => createUser(world.as(null, { passwords }), given))
    expect(paths.toSorted()).toEqual(['age', 'email', 'password', 'username'])
  })

  test.each([{ username: 'ADA' }, { email: 'ADA@Example.ORG' }])(
    'C3.1 %j is taken, without regard to case',
    async (more) => {
      expect(await signUp(null, more)).toBe('CONFLICT')
      expect(await refusedPaths(() => createUser(world.as(null), account('zoe', more)))).toEqual(
        Object.keys(more),
      )
    },
  )

  test('C3.5 the username and the address of a soft-deleted user stay taken', async () => {
    await softDelete(people.READER)
    expect(await signUp(null, { username: people.READER.username })).toBe('CONFLICT')
    expect(await signUp(null, { email: people.READER.email })).toBe('CONFLICT')
  })
})

describe('C5.12 bulkCreateUsers', () => {
  const bulk = (caller: User | null, accounts: readonly NewAccount[], more = {}) =>
    bulkCreateUsers(world.as(caller, more), accounts)
  const many = (count: number) => Array.from({ length: count }, (_, index) => account(`user${index}`))

  test('refuses a caller without users:write on others before it checks the list', async () => {
    expect(await describeOutcome(() => bulk(null, many(201)))).toBe('UNAUTHENTICATED')
    expect(await describeOutcome(() => bulk(people.EDITOR, many(201)))).toBe('FORBIDDEN')
    expect(await describeOutcome(() => bulk(people.ADMIN, many(201)))).toBe('BAD_USER_INPUT')
  })

  test('creates 200 users in order', async () => {
    const added = await bulk(people.ADMIN, many(200))
    expect(added.map(({ username }) => username)).toEqual(many(200).map(({ username }) => username))
  })

  test('checks the whole list before it hashes a password, and names the index of a problem', async () => {
    const hashed: string[] = []
    const passwords = {
      findProblem: () => null,
      hashAll: async (passwords: readonly string[]) => {
        hashed.push(...passwords)
        return passwords
      },
    }
    const list = [account('one'), account('.', { email: 'x@example.org' }), account('two', { email: 'no' })]
    const paths = await refusedPaths(() => bulk(people.ADMIN, list, { passwords }))
    expect(paths).toEqual(['1.username', '2.email'])
    expect(hashed).toEqual([])
  })

  test('C12.12 makes no hashes for a caller who must wait after taken names', async () => {
    const refuse = () => Promise.reject(new Error('wait'))
    const passwords = { findProblem: () => null, hashAll: () => Promise.reject(new Error('hashed')) }
    const throttle = { run: refuse }
    const caller = { ...callerOf(people.READER), permissions: ['users:write' as const] }
    await expect(bulk(people.READER, many(2), { throttle, passwords, caller })).rejects.toThrow('wait')
  })

  test.each([
    ['twice in the list', [account('one'), account('two'), account('ONE', { email: 'x@example.org' })]],
    ['taken', [account('one'), account('two'), account('ada', { email: 'x@example.org' })]],
  ])('creates all users or none: a username that is %s', async (_, list) => {
    expect(await refusedPaths(() => bulk(people.ADMIN, list))).toEqual(['2.username'])
    expect(await signUp(null, { username: 'one' })).toBe('DONE')
  })
})

describe('C12.4 the address of a new account', () => {
  const confirmedAt = async (caller: User | null, role?: 'AUTHOR') =>
    (await createUser(world.as(caller), account('zoe', { role }))).emailConfirmedAt

  test('of a sign-up waits for the code of its mail', async () => {
    expect(await confirmedAt(null)).toBeNull()
    const [mail] = world.mails()
    expect([mail?.to, mail?.subject]).toEqual(['zoe@example.org', 'Confirm your email address'])
    const token = /^ {4}(.+)$/m.exec(mail?.text ?? '')?.[1] ?? ''
    await confirmEmail(world.as(null), { token })
    const zoe = [...world.tables.users.values()].find(({ username }) => username === 'zoe')
    expect(zoe?.emailConfirmedAt).toEqual(NOON)
    expect(await describeOutcome(() => confirmEmail(world.as(null), { token }))).toBe('BAD_USER_INPUT')
  })

  test('an account by a caller who may not write users counts as a sign-up', async () => {
    expect(await confirmedAt(people.EDITOR)).toBeNull()
    await world.stores.users.remove(
      (await world.stores.accounts.byEmail('zoe@example.org'))?.id as never,
      () => undefined,
    )
    expect(await confirmedAt(people.ADMIN, 'AUTHOR')).toEqual(NOON)
    expect(world.mails()).toHaveLength(1)
  })

  test('is confirmed for bulk creation and for invitations', async () => {
    const [bulk] = await bulkCreateUsers(world.as(people.ADMIN), [account('zoe')])
    const invited = await inviteUser(world.as(people.ADMIN), { email: 'nora@example.org' })
    expect([bulk?.emailConfirmedAt, invited.emailConfirmedAt]).toEqual([NOON, NOON])
  })

  test('C3.4 a sign-up works without a mail server', async () => {
    const { emailConfirmedAt } = await createUser(
      world.as(null, { mailer: { isReady: false } }),
      account('zoe'),
    )
    expect([emailConfirmedAt, world.mails()]).toEqual([null, []])
  })
})
