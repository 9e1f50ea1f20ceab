import { describe, expect, test } from 'vitest'
import { refusedPaths } from '../testing/world.ts'
import { builtInModel } from '../service/content-types.ts'
import { parseContentRecord } from './content-record.ts'

type Members = Readonly<Record<string, unknown>>

/** For each type, a line with only the required members, and a line with all members. */
const LEAST: Readonly<Record<string, Members>> = {
  user: { username: 'ada', email: 'ada@example.org' },
  category: { name: 'Toys' },
  product: { ref: 'p1', title: 'Top', price: 0, stock: 0, category: 'Toys' },
  article: { ref: 'a1', title: 'Title', content: 'Text', owner: 'ghost' },
  comment: { ref: 'c1', article: 'a1', author: 'ada', content: 'Well said.' },
}
const DATES = { createdAt: '2026-11-20T12:00:00.000Z', updatedAt: null }
const MORE: Readonly<Record<string, Members>> = {
  user: {
    ...DATES,
    name: 'Ada',
    age: null,
    role: 'ADMIN',
    status: 'SUSPENDED',
    deleted: true,
    permissions: ['audit:read'],
    profile: { bio: 'Poet', avatar: null },
  },
  category: {},
  product: { ...DATES, description: null },
  article: {
    ...DATES,
    excerpt: null,
    tags: ['One', 'one'],
    status: 'DELETED',
    publishedAt: '2026-11-20T12:00:00Z',
  },
  comment: DATES,
}

const TYPES = Object.keys(LEAST)
const parse = (value: unknown) => parseContentRecord(value, builtInModel)
const refused = (value: unknown) => refusedPaths(() => parse(value))
const line = (type: string, more: Members = {}): Members => ({ type, ...LEAST[type], ...more })
const required = TYPES.flatMap((type) => Object.keys(LEAST[type] ?? {}).map((key) => [type, key] as const))
const members = TYPES.flatMap((type) =>
  Object.keys({ ...LEAST[type], ...MORE[type] }).map((key) => [type, key] as const),
)

describe('C10.6 a line of an import', () => {
  test.each(TYPES)('a %s with only its required members is valid', (type) =>
    expect(parse(line(type))).toEqual(line(type)),
  )

  test.each(TYPES)('a %s with all its members is valid', async (type) =>
    expect(await refused(line(type, MORE[type]))).toEqual([]),
  )

  test('is accepted with the values that will be stored', () => {
    expect(parse(line('article', MORE['article']))).toMatchObject({
      tags: ['one'],
      createdAt: new Date('2026-11-20T12:00:00Z'),
      updatedAt: null,
      publishedAt: new Date('2026-11-20T12:00:00Z'),
    })
    expect(parse(line('user', MORE['user']))).toMatchObject({
      profile: { bio: 'Poet', avatar: null, website: null, location: null },
    })
  })

  test.each(required)('a %s without its %s is refused', async (type, key) => {
    const { [key]: _, ...rest } = line(type)
    expect(await refused(rest)).toEqual([key])
  })

  test.each(members)('a %s with a %s of a wrong type is refused', async (type, key) => {
    for (const wrong of [{ a: 1 }, [1], key === 'deleted' ? 'true' : true]) {
      const [path] = await refused(line(type, { [key]: wrong }))
      expect(path?.split('.')[0]).toBe(key)
    }
  })

  test.each(members.filter(([type, key]) => MORE[type]?.[key] !== null && key !== 'age'))(
    'a %s whose %s is null is refused',
    async (type, key) => {
      const expected = ['publishedAt', 'updatedAt', 'excerpt', 'description'].includes(key) ? [] : [key]
      expect(await refused(line(type, { [key]: null }))).toEqual(expected)
    },
  )

  test.each(TYPES)(
    'a %s with an unknown member is refused, including members of every object',
    async (type) => {
      expect(await refused(line(type, { password: 'x' }))).toEqual(['password'])
      for (const key of ['__proto__', 'constructor', 'toString', 'id']) {
        const value: unknown = JSON.parse(JSON.stringify(line(type)).replace('{', `{"${key}":{"a":1},`))
        expect(await refused(value)).toEqual([key])
      }
    },
  )

  test.each([null, [], [line('category')], 'text', 7, true])('%j is not a line', async (value) =>
    expect(await refused(value)).toEqual(['']),
  )

  test.each([undefined, null, 7, '', 'users', 'USER', '__proto__', 'constructor', 'toString', ['user']])(
    'the type %j is unknown',
    async (type) => expect(await refused({ ...line('user'), type })).toEqual(['type']),
  )
})

describe('C10.6 the profile of a user', () => {
  const profile = (value: unknown) => refused(line('user', { profile: value }))

  test.each([[[]], [null], ['text']])('is not %j', async (value) =>
    expect(await profile(value)).toEqual(['profile']),
  )

  test('reports its problems together with the other problems of the line', async () => {
    expect(await profile({ avatar: 'javascript:alert(1)', bio: 7 })).toEqual([
      'profile.bio',
      'profile.avatar',
    ])
    expect(await profile({ password: 'x' })).toEqual(['profile.password'])
    expect(await refused(line('user', { age: 200, profile: { bio: 7 } }))).toEqual(['age', 'profile.bio'])
  })
})

describe('C12.3 the roles of a user line', () => {
  test('are a list, or one of the five roles as role', () => {
    expect(parse(line('user', { role: 'EDITOR' }))).toEqual(line('user', { roles: ['EDITOR'] }))
    const roles = ['EDITOR', 'JUDGE', 'EDITOR']
    expect(parse(line('user', { roles }))).toEqual(line('user', { roles: ['EDITOR', 'JUDGE'] }))
  })

  test('cannot be given as role and roles together', async () =>
    expect(await refused(line('user', { role: 'EDITOR', roles: ['EDITOR'] }))).toEqual(['roles']))
})

describe('C10.6 the rules of the types apply to a line', () => {
  test.each<[string, Members]>([
    ['user', { username: 'ghost' }],
    ['user', { username: 'a' }],
    ['user', { email: 'ada' }],
    ['user', { age: 151 }],
    ['user', { role: 'OWNER' }],
    ['user', { permissions: ['*'] }],
    ['user', { roles: [''] }],
    ['user', { roles: 'READER' }],
    ['product', { price: -1 }],
    ['product', { price: Infinity }],
    ['product', { stock: 1.5 }],
    ['article', { title: '' }],
    ['article', { status: 'GONE' }],
    ['article', { tags: [''] }],
    ['article', { createdAt: '2026-02-30T00:00:00Z' }],
    ['article', { content: 'a\0' }],
    ['comment', { content: '' }],
    ['comment', { content: '\ud800' }],
    ['comment', { ref: '' }],
  ])('a %s with %j is refused', async (type, wrong) =>
    expect(await refused(line(type, wrong))).toEqual(Object.keys(wrong)),
  )
})
