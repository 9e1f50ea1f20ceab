import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentPolicy } from '../service/content-types.ts'
import { aUser } from '../testing/builders.ts'
import { NOON } from '../testing/test-audit-context.ts'
import { findComplaint, describeOutcome, refusedPaths } from '../testing/world.ts'
import type { UserId } from '../rules/ids.ts'
import { changeUser, keepLastAdministrator, newUser, User, type UserChange } from './user.ts'
import { email, webAddress } from '../rules/addresses.ts'
import { username } from './user-texts.ts'

const LATER = new Date(NOON.getTime() + 90_500)
const ada: User = { id: 7 as UserId, ...aUser('ada') }
const applyChange = (change: UserChange, from = ada): User =>
  changeUser(from, change, { policy: contentPolicy, now: LATER })

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789']

describe('C3.1 username', () => {
  test.each(['ab', '7up', 'Ada.Lovelace_1815-x', 'a'.repeat(64), 'ghosts'])('%j is valid', (text) =>
    expect(username(text)).toBe(text),
  )

  test.each(['', 'a', 'a'.repeat(65), '.ab', '_ab', '-ab', 'a b', 'a@b', 'zoë', 'ab\n', 'аda', 'a/b'])(
    '%j is not valid',
    (text) => expect(findComplaint(() => username(text))).toContain('2 to 64'),
  )

  test.each(['ghost', 'GHOST', 'Ghost'])('%s is reserved (C3.5)', (text) =>
    expect(findComplaint(() => username(text))).toContain('reserved'),
  )

  test('has exactly the characters of its alphabet', () => {
    const first = fc.constantFrom(...ALPHABET)
    const rest = fc.string({
      unit: fc.constantFrom(...ALPHABET, '.', '_', '-'),
      minLength: 1,
      maxLength: 63,
    })
    fc.assert(
      fc.property(first, rest, (head, tail) => {
        fc.pre(`${head}${tail}`.toLowerCase() !== 'ghost')
        expect(username(head + tail)).toBe(head + tail)
        expect(findComplaint(() => username(`.${head}${tail}`))).not.toBeNull()
      }),
    )
  })
})

describe('C2.3 email', () => {
  test.each([
    'ada@example.org',
    'a+b.c@sub.example.co.uk',
    "o'brien@example.org",
    'x@1.2.org',
    `${'a'.repeat(64)}@example.org`,
  ])('%s is an address', (text) => expect(email(text)).toBe(text))

  test.each([
    '',
    'ada',
    'ada@',
    '@example.org',
    'ada@localhost',
    'a@b@example.org',
    '.a@example.org',
    'a.@example.org',
    'a..b@example.org',
    'a@-example.org',
    'a@example-.org',
    'a@example..org',
    'a@example.org.',
    'a b@example.org',
    'ada@example.org\n',
    '"ada"@example.org',
    'zoë@example.org',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b'.repeat(64)}.org`,
  ])('%j is not an address', (text) => expect(findComplaint(() => email(text))).not.toBeNull())

  test('has at most 254 characters', () => {
    const domain = `${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}`
    const longest = `${'a'.repeat(60)}@${domain}.${'e'.repeat(10)}`
    expect(longest).toHaveLength(254)
    expect(email(longest)).toBe(longest)
    expect(findComplaint(() => email(`${longest}e`))).toContain('254')
  })

  test('is checked at once, even for hostile input', { timeout: 2000 }, () => {
    for (const hostile of ['a.'.repeat(100_000), `a@${'b-'.repeat(120)}`, `a@${'b.'.repeat(120)}!`])
      expect(findComplaint(() => email(hostile))).not.toBeNull()
  })
})

describe('C3.1 name and age', () => {
  test.each(['A', 'Ada Lovelace', 'x'.repeat(200), '🦊'.repeat(200)])('a name may be %j', (name) =>
    expect(User.rules['name']?.(name)).toBe(name),
  )

  test.each(['', ' ', 'x'.repeat(201), 'Ada\nLovelace', 'a\u0007'])('a name may not be %j', (name) =>
    expect(findComplaint(() => User.rules['name']?.(name))).not.toBeNull(),
  )

  test.each([0, 150, null])('an age may be %s', (value) => expect(User.rules['age']?.(value)).toBe(value))

  test.each([-1, 151, 1.5, Number.NaN])('an age may not be %d', (value) =>
    expect(findComplaint(() => User.rules['age']?.(value))).not.toBeNull(),
  )

  test('the name is the username if the input has no name', () => {
    expect(newUser({ username: 'ada', email: 'ada@example.org' }, NOON).name).toBe('ada')
    expect(newUser({ username: 'ada', email: 'ada@example.org', name: 'Ada' }, NOON).name).toBe('Ada')
  })
})

describe('C3.8 avatar and website', () => {
  test.each(['http://a.org', 'https://a.org/b?c=d#e', 'HTTPS://A.ORG', 'https://zoë.example/ü'])(
    '%s is valid',
    (text) => expect(webAddress(text)).toBe(text),
  )

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.org',
    '//a.org',
    'a.org',
    '',
    'https://',
    'http:a.org',
    ' https://a.org',
    'https://a.org\n',
    'java\nscript:alert(1)',
    'https://a.org/\0',
    `https://a.org/${'x'.repeat(2048)}`,
  ])('%j is not valid', (text) => expect(findComplaint(() => webAddress(text))).not.toBeNull())
})

describe('C3.4 a new user', () => {
  test('is an active READER without extra permissions', () =>
    expect(newUser({ username: 'ada', email: 'a@b.org' }, NOON)).toMatchObject({
      roles: ['READER'],
      status: 'ACTIVE',
      deleted: false,
      permissions: [],
      age: null,
      version: 1,
    }))

  test('C3.8 has no updatedAt before the first change', () => {
    expect(ada.updatedAt).toBeNull()
    expect(applyChange({ name: 'Ada L.' })).toMatchObject({ updatedAt: LATER, version: 2, createdAt: NOON })
  })
})

describe('C5.13 changes of a user', () => {
  test.each<UserChange>([{}, { name: 'ada' }, { age: null }, { profile: {} }, { permissions: [] }])(
    '%j changes nothing, and keeps the version',
    (change) => expect(applyChange(change)).toBe(ada),
  )

  test.each(['username', 'name', 'email', 'role', 'status', 'deleted', 'permissions', 'profile'])(
    'null is refused for %s',
    async (field) => expect(await refusedPaths(() => applyChange({ [field]: null }))).toEqual([field]),
  )

  test('null clears the age and each member of the profile', () => {
    const told = applyChange({ age: 36, profile: { bio: 'Poet', location: 'London' } })
    const cleared = applyChange({ age: null, profile: { bio: null } }, told)
    expect(cleared).toMatchObject({ age: null, profile: { bio: null, location: 'London' } })
  })

  test('C5.11 reports all problems, and those of the profile with their paths', async () =>
    expect(
      await refusedPaths(() => applyChange({ age: 200, profile: { avatar: 'javascript:alert(1)' } })),
    ).toEqual(['age', 'profile.avatar']))

  test('ignores attributes that no update may set', () => {
    const forged = { name: 'A', id: 9, version: 99, createdAt: LATER, tokensValidFrom: LATER } as UserChange
    expect(applyChange(forged)).toMatchObject({ id: 7, version: 2, createdAt: NOON, tokensValidFrom: NOON })
  })

  test.each([[['articles']], [['articles:*']], [['ARTICLES:READ']], [[' articles:read']], [['a:b:c']]])(
    'C7.7 %j is not a permission',
    async (permissions) =>
      expect(await refusedPaths(() => applyChange({ permissions }))).toEqual(['permissions']),
  )

  test('C7.7 stores a duplicate permission once', () =>
    expect(applyChange({ permissions: ['users:read', 'audit:read', 'users:read'] }).permissions).toEqual([
      'users:read',
      'audit:read',
    ]))
})

describe('C3.6 changes that end sessions', () => {
  const NEXT_SECOND = new Date(NOON.getTime() + 91_000)

  test.each<UserChange>([{ deleted: true }, { status: 'SUSPENDED' }])('%j ends sessions', (change) =>
    expect(applyChange(change).tokensValidFrom).toEqual(NEXT_SECOND),
  )

  test.each<UserChange>([
    { name: 'A' },
    { role: 'AUTHOR' },
    { email: 'b@example.org' },
    { status: 'INACTIVE' },
  ])('%j ends no session', (change) =>
    expect(applyChange(change).tokensValidFrom).toEqual(ada.tokensValidFrom),
  )

  test('a restored user does not make old tokens valid again', () => {
    const gone = applyChange({ deleted: true })
    expect(applyChange({ deleted: false }, gone).tokensValidFrom).toEqual(NEXT_SECOND)
  })
})

describe('C3.4 the last administrator', () => {
  const amy: User = { ...ada, roles: ['ADMIN'] }
  const keep = (next: User | null, isLast = true, current = amy) =>
    describeOutcome(() => keepLastAdministrator(current, next, isLast))

  test.each<[string, User | null]>([
    ['deleted for good', null],
    ['deleted', { ...amy, deleted: true }],
    ['demoted', { ...amy, roles: ['EDITOR'] }],
    ['suspended', { ...amy, status: 'SUSPENDED' }],
    ['made inactive', { ...amy, status: 'INACTIVE' }],
  ])('cannot be %s while there is no other administrator', async (_, next) => {
    expect(await keep(next)).toBe('CONFLICT')
    expect(await keep(next, false)).toBe('DONE')
  })

  test('may be renamed', async () => expect(await keep({ ...amy, name: 'Amy' })).toBe('DONE'))

  test('a suspended administrator does not count as the last administrator', async () =>
    expect(await keep(null, true, { ...amy, status: 'SUSPENDED' })).toBe('DONE'))
})
