import { restrict } from '@content-service/authz/restrict'
import { beforeEach, describe, expect, test } from 'vitest'
import { inviteUser } from '../../accounts/account-operations.ts'
import type { Context } from '../../context/context.ts'
import { unconditional } from '../../context/precondition.ts'
import { createPolicyWithRules } from '../../testing/policies.ts'
import { aWorld, describeOutcome, refusedPaths, type World } from '../../testing/world.ts'
import { bulkCreateUsers, createUser } from '../sign-up/account-creation.ts'
import type { UserRole } from '../../access/role-names.ts'
import type { User, UserChange } from '../user.ts'
import { createUserRecord, deleteUser } from '../user-operations.ts'
import { updateUser } from '../user-updates.ts'
import { toCaller } from '../../access/held-roles.ts'

const policy = createPolicyWithRules({
  // Publishes, which in this policy no EDITOR or ADMIN may.
  OWNER: { inherits: ['ADMIN'], rules: [{ effect: 'allow', permissions: ['articles:publish'] }] },
  EDITOR: {
    inherits: ['AUTHOR'],
    rules: [
      { effect: 'allow', permissions: ['articles:read', 'articles:write', 'articles:delete', 'users:read'] },
      { effect: 'allow', permissions: ['comments:read', 'comments:delete'] },
    ],
  },
  MODERATOR: { inherits: ['READER'], rules: [{ effect: 'allow', permissions: ['comments:delete'] }] },
  // May write all users, and has few other permissions: it does not even have all permissions of a READER.
  REGISTRAR: {
    rules: [{ effect: 'allow', permissions: ['users:read', 'users:write', 'users:delete'] }],
  },
  MUTED: { inherits: ['GUEST'], rules: [{ effect: 'deny', permissions: ['articles:delete'] }] },
})

let world: World
let people: World['people']
beforeEach(async () => {
  world = await aWorld()
  people = world.people
})

const holding = (user: User, ...roles: readonly string[]): User => ({ ...user, roles })
const as = (user: User): Context => world.as(user, { policy })
const createScopedContext = (user: User, ...scopes: readonly string[]): Context => ({
  ...as(user),
  caller: restrict(policy, toCaller(user), scopes),
})
const changeStored = (user: User, rights: Partial<Pick<User, 'roles' | 'permissions'>>): Promise<unknown> =>
  world.stores.users.change(user.id, (current) => ({ ...current, ...rights }))
const update = (context: Context, user: User, change: UserChange) =>
  describeOutcome(() => updateUser(context, user.id, change, unconditional))
const account = (role?: UserRole) => ({
  username: 'newcomer',
  email: 'newcomer@example.org',
  password: 'seven quiet harbours',
  role,
})

describe('C12.3 no caller grants a role beyond their own rights', () => {
  test('an ADMIN cannot grant a stronger role, and its holder can', async () => {
    const owner = holding(people.EDITOR, 'OWNER')
    expect(await update(as(people.ADMIN), people.READER, { roles: ['OWNER'] })).toBe('FORBIDDEN')
    expect(await update(as(people.ADMIN), people.ADMIN, { roles: ['OWNER', 'ADMIN'] })).toBe('FORBIDDEN')
    expect(await update(as(owner), people.READER, { roles: ['OWNER'] })).toBe('DONE')
  })

  test('a weaker user cannot write, delete or demote the holder of a stronger role', async () => {
    await changeStored(people.EDITOR, { roles: ['OWNER'] })
    const { ADMIN, EDITOR } = people
    for (const change of [{ name: 'New' }, { role: 'READER' }, { roles: [] }] as const)
      expect(await update(as(ADMIN), EDITOR, change)).toBe('FORBIDDEN')
    expect(await describeOutcome(() => deleteUser(as(ADMIN), EDITOR.id, unconditional))).toBe('FORBIDDEN')
  })

  test('a granter can give and take away a custom role within the granter’s rights', async () => {
    expect(await update(as(people.ADMIN), people.READER, { roles: ['READER', 'MODERATOR'] })).toBe('DONE')
    expect((await world.stores.users.get(people.READER.id))?.roles).toEqual(['READER', 'MODERATOR'])
    expect(await update(as(people.ADMIN), people.READER, { roles: ['READER'] })).toBe('DONE')
  })

  test('a conditional permission never covers an unconditional one', async () => {
    // A READER deletes the own comments, a MODERATOR the comments of all users.
    const writer = { ...people.READER, permissions: ['users:write', 'users:read'] }
    expect(await update(as(writer), people.GUEST, { roles: ['MODERATOR'] })).toBe('FORBIDDEN')
    expect(await update(as(writer), people.GUEST, { roles: ['READER'] })).toBe('DONE')
  })

  test('every caller may grant READER', async () => {
    const registrar = as(holding(people.EDITOR, 'REGISTRAR'))
    const made = () => createUser(registrar, account('READER'))
    expect(await describeOutcome(made)).toBe('DONE')
    expect(await describeOutcome(() => createUserRecord(registrar, { email: 'x@example.org' }))).toBe('DONE')
    expect(await update(registrar, people.READER, { name: 'New' })).toBe('DONE')
    expect(await update(registrar, people.GUEST, { role: 'READER' })).toBe('DONE')
    for (const role of ['AUTHOR', 'EDITOR', 'ADMIN'] as const) {
      expect(await describeOutcome(() => createUser(registrar, account(role)))).toBe('FORBIDDEN')
      expect(await describeOutcome(() => bulkCreateUsers(registrar, [account(role)]))).toBe('FORBIDDEN')
      const invited = () => inviteUser(registrar, { email: 'x@example.org', role })
      expect(await describeOutcome(invited)).toBe('FORBIDDEN')
      expect(await update(registrar, people.READER, { role })).toBe('FORBIDDEN')
    }
  })

  test('taking away a role that denies a permission grants the permission', async () => {
    await changeStored(people.AUTHOR, { roles: ['AUTHOR', 'MUTED'] })
    const writer = {
      ...holding(people.EDITOR, 'READER', 'MUTED'),
      permissions: ['users:write', 'users:read'],
    }
    expect(await update(as(people.ADMIN), people.AUTHOR, { roles: ['AUTHOR'] })).toBe('DONE')
    await changeStored(people.READER, { roles: ['READER', 'MUTED'], permissions: ['articles:delete'] })
    expect(await update(as(writer), people.READER, { roles: ['READER'] })).toBe('FORBIDDEN')
    expect(await update(as(people.ADMIN), people.READER, { roles: ['READER'] })).toBe('DONE')
  })
})

describe('C12.3 a credential with scopes grants nothing beyond its scopes', () => {
  test('refuses roles and permissions beyond the scopes', async () => {
    const narrow = createScopedContext(people.ADMIN, 'users:read', 'users:write')
    const { READER } = people
    expect(await update(narrow, READER, { role: 'AUTHOR' })).toBe('FORBIDDEN')
    expect(await update(narrow, READER, { roles: ['READER', 'MODERATOR'] })).toBe('FORBIDDEN')
    expect(await update(narrow, READER, { permissions: ['audit:read'] })).toBe('FORBIDDEN')
    expect(await update(narrow, READER, { permissions: ['users:read'] })).toBe('DONE')
    expect(await describeOutcome(() => createUser(narrow, account('AUTHOR')))).toBe('FORBIDDEN')
    expect(await describeOutcome(() => createUser(narrow, account('READER')))).toBe('DONE')
  })

  test('allows rights that the user already has', async () => {
    const narrow = createScopedContext(people.ADMIN, 'users:read', 'users:write')
    expect(await update(narrow, people.AUTHOR, { name: 'New' })).toBe('DONE')
    expect(await update(narrow, people.AUTHOR, { permissions: ['users:read'] })).toBe('DONE')
    expect(await update(narrow, people.AUTHOR, { role: 'READER' })).toBe('DONE')
  })
})

describe('C12.3 no caller grants a permission beyond their own rights', () => {
  test('an ADMIN grants the permissions that an ADMIN has without a condition', async () => {
    const { ADMIN, READER } = people
    expect(await update(as(ADMIN), READER, { permissions: ['audit:read'] })).toBe('DONE')
    expect(await update(as(ADMIN), READER, { permissions: ['articles:publish'] })).toBe('FORBIDDEN')
  })

  test('a role that inherits ADMIN grants them, too', async () => {
    const owner = as(holding(people.EDITOR, 'OWNER'))
    expect(await update(owner, people.READER, { permissions: ['articles:publish'] })).toBe('DONE')
  })
})

describe('C12.3 names that the policy does not know', () => {
  const refused = (change: UserChange) =>
    refusedPaths(() => updateUser(as(people.ADMIN), people.READER.id, change, unconditional))

  test.each<[UserChange, readonly string[]]>([
    [{ roles: ['EMPEROR'] }, ['roles']],
    [{ roles: ['READER', '__proto__'] }, ['roles']],
    [{ roles: ['READER', 'a\u0000b'] }, ['roles']],
    [{ roles: ['READER', '\ud800'] }, ['roles']],
    [{ roles: ['reader'] }, ['roles']],
    [{ roles: null }, ['roles']],
    [{ roles: Array.from({ length: 101 }, () => 'READER') }, ['roles']],
    [{ permissions: ['articles:fly'] }, ['permissions']],
    [{ permissions: ['articles:read', 'pages:read'] }, ['permissions']],
    [{ role: 'READER', roles: ['READER'] }, ['roles']],
  ])('%j is BAD_USER_INPUT', async (change, paths) => expect(await refused(change)).toEqual(paths))

  test('C7.8 are not reported to a caller who may not grant at all', async () => {
    expect(await update(as(people.AUTHOR), people.AUTHOR, { roles: ['EMPEROR'] })).toBe('FORBIDDEN')
  })
})

describe('C12.3 the last administrator', () => {
  const change = (roles: readonly string[]) => update(as(people.ADMIN), people.ADMIN, { roles })

  test('must keep ADMIN among the roles', async () => {
    expect(await change(['EDITOR'])).toBe('CONFLICT')
    expect(await change(['ADMIN', 'MODERATOR'])).toBe('DONE')
  })

  test('cannot be replaced by a user whose role inherits ADMIN', async () => {
    await changeStored(people.EDITOR, { roles: ['OWNER'] })
    const owner = as(holding(people.EDITOR, 'OWNER'))
    expect(await update(owner, people.ADMIN, { role: 'READER' })).toBe('CONFLICT')
  })
})
