import { describe, expect, it } from 'vitest'
import { AccessDenied, InvalidPolicy, type Subject, attrs, definePolicy, or } from '../index.ts'
import { article, blogPolicy, user } from '../../tests/support/blog.ts'
import { reloadable } from '../reload/index.ts'
import { type Packed, pack, packedSubject, unpack, unpackPolicy } from './index.ts'

const policy = blogPolicy()
/** Authors read what is older than a day. */
const dated = (day: string) =>
  definePolicy<Subject>()({
    resources: { docs: ['read'] },
    attributes: { docs: attrs<{ at: Date }>() },
    roles: { AUTHOR: { rules: (b) => b.allow('docs:read', (d) => d.at.lt(new Date(day))) } },
  })
const overTheWire = (packed: Packed): Packed => JSON.parse(JSON.stringify(packed))

describe('pack', () => {
  it('tells a browser what its subject may do, and nothing of others', () => {
    const packed = overTheWire(pack(policy, user(7, 'AUTHOR')))
    expect(packed.rules).toEqual([
      {
        effect: 'allow',
        permissions: ['articles:read', 'articles:write'],
        when: { op: 'eq', attribute: 'ownerId', value: 7 },
      },
      {
        effect: 'deny',
        permissions: ['articles:write'],
        when: { op: 'eq', attribute: 'status', value: 'DELETED' },
      },
      {
        effect: 'allow',
        permissions: ['comments:read'],
        when: { op: 'eq', attribute: 'authorId', value: 7 },
      },
      {
        effect: 'allow',
        permissions: ['articles:read'],
        when: { op: 'eq', attribute: 'status', value: 'PUBLISHED' },
      },
      { effect: 'allow', permissions: ['comments:read'], omit: ['email'] },
    ])
    expect(JSON.stringify(packed)).not.toMatch(/ADMIN|EDITOR|AUTHOR/)
  })

  it('leaves out what never holds, and what is out of scope', () => {
    expect(pack(policy, user(null, 'AUTHOR')).rules).toHaveLength(3)
    expect(pack(policy, { ...user(1, 'ADMIN'), restrictedTo: ['articles:read'] }).rules).toEqual([
      { effect: 'allow', permissions: ['articles:read'] },
    ])
    expect(pack(policy, null).rules).toEqual([])
  })

  it('takes direct permissions along', () => {
    const ability = unpack(pack(policy, { ...user(1), permissions: ['articles:delete', 'articles:fly'] }))
    expect(ability.can('articles:delete')).toBe(true)
    expect(ability.can('articles:fly')).toBe(false)
  })
})

describe('unpack', () => {
  it('decides like the policy', () => {
    const ability = unpack(overTheWire(pack(policy, user(7, 'AUTHOR'))))
    expect(ability.can('articles:write', article())).toBe(true)
    expect(ability.can('articles:write', article({ status: 'DELETED' }))).toBe(false)
    expect(ability.can('comments:read', { authorId: 9 }, 'email')).toBe(false)
    expect(ability.can('comments:read', { authorId: 7 }, 'email')).toBe(true)
  })

  it('has checks alone; the policy of the packed permissions has the rest', () => {
    const author = user(7, 'AUTHOR')
    const packed = overTheWire(pack(policy, author))
    expect(Object.keys(unpack(packed))).toEqual(['can', 'permits'])
    const whole = unpackPolicy(packed).for(packedSubject(packed))
    expect(whole.filter('articles:read')).toEqual(policy.filter(author, 'articles:read'))
    expect(whole.decide('comments:read', { authorId: 9 }).obligations).toEqual([
      { kind: 'omit', fields: ['email'] },
    ])
  })

  it('knows whether a permission is there for any row', () => {
    const author = user(7, 'AUTHOR')
    const ability = unpack(overTheWire(pack(policy, author)))
    for (const permission of policy.permissions)
      expect(ability.permits(permission), permission).toBe(policy.permits(author, permission))
    expect(ability.permits('articles:fly')).toBe(false)
  })

  it('knows whether somebody is signed in', () => {
    const codeFor = (id: number | null) => {
      try {
        const packed = pack(policy, user(id, 'GUEST'))
        unpackPolicy(packed).authorize(packedSubject(packed), 'articles:delete')
      } catch (error) {
        return error instanceof AccessDenied && error.code
      }
      return undefined
    }
    expect([codeFor(1), codeFor(null)]).toEqual(['FORBIDDEN', 'UNAUTHENTICATED'])
  })

  it('is the inverse of pack', () => {
    const packed = pack(policy, { ...user(7, 'AUTHOR', 'ADMIN'), permissions: ['articles:publish'] })
    expect(pack(unpackPolicy(overTheWire(packed)), packedSubject(packed))).toEqual(packed)
  })

  it('refuses what it does not understand', () => {
    expect(() => unpack({ ...pack(policy, null), version: 2 as 1 })).toThrow(
      new InvalidPolicy([
        {
          path: 'packed',
          message: 'has version 2; unpack reads version 1',
        },
      ]),
    )
  })

  const packed = pack(policy, user(7, 'AUTHOR'))
  const withRule = (rule: object) => ({
    ...packed,
    rules: [{ effect: 'allow', permissions: ['articles:read'], ...rule }],
  })

  it.each([
    ['a member', { ...packed, expires: 5 }, 'packed: has an invalid member expires'],
    ['a sign-in', { ...packed, signedIn: 'yes' }, 'packed: has an invalid member signedIn'],
    ['a text', JSON.stringify(packed), 'packed: is no object; pass the result of JSON.parse'],
    ['null', null, 'packed: is no object; pass the result of JSON.parse'],
    ['rules', { ...packed, rules: undefined }, 'packed: has an invalid member rules'],
    [
      'actions',
      { ...packed, resources: { articles: 'read' }, rules: [] },
      'packed: has an invalid member resources',
    ],
    ['a member of a rule', withRule({ unless: 1 }), 'rules[0]: has an invalid member unless'],
    ['a permission', withRule({ permissions: ['articles:fly'] }), 'unknown permission "articles:fly"'],
    [
      'an operator',
      withRule({ when: { op: 'like', attribute: 'status', value: 'D' } }),
      'rules[0]: has an invalid condition {"op":"like","attribute":"status","value":"D"}',
    ],
    [
      'a reference',
      withRule({
        when: { op: 'not', condition: { op: 'eq', attribute: 'ownerId', value: { subject: 'id' } } },
      }),
      'rules[0]: has an invalid condition {"op":"eq","attribute":"ownerId","value":{"subject":"id"}}',
    ],
  ])('refuses %s that it does not know, and names it', (_, given, message) => {
    expect(() => unpack(given as never)).toThrow(message)
  })

  it('refuses cycles, 5,000 levels and rules that throw', () => {
    const cycle: Record<string, unknown> = { op: 'and' }
    cycle['conditions'] = [cycle, cycle]
    expect(() => unpack(withRule({ when: cycle }) as never)).toThrow(InvalidPolicy)
    let deep: object = { op: 'and', conditions: [] }
    for (let i = 0; i < 5000; i++) deep = { op: 'not', condition: deep }
    expect(() => unpack(withRule({ when: deep }) as never)).toThrow(InvalidPolicy)
    const throwing = Object.defineProperty({ ...packed }, 'rules', {
      enumerable: true,
      get: () => {
        throw new Error('no')
      },
    })
    expect(() => unpack(throwing)).toThrow('packed: cannot be read')
  })

  it('reads the packed rules once', () => {
    let reads = 0
    const changing = Object.defineProperty({ ...packed }, 'rules', {
      enumerable: true,
      get: () => (reads++ > 0 ? withRule({}).rules : []),
    })
    expect(unpack(changing).can('articles:read')).toBe(false)
    expect(reads).toBe(1)
  })

  it.each(['rules', 'resources', 'signedIn'] as const)('takes no %s of all objects', (name) => {
    const { [name]: _, ...rest } = packed
    const inherited = { value: packed[name], configurable: true, enumerable: true, writable: true }
    Object.defineProperty(Object.prototype, name, inherited)
    try {
      expect(() => unpack(rest as never)).toThrow(`packed: has an invalid member ${name}`)
    } finally {
      Reflect.deleteProperty(Object.prototype, name)
    }
  })

  it.each([
    ['an object', { value: {} }],
    ['null', { value: null }],
    ['a date that is none', { value: { date: 'never' } }],
    ['a day that is in no calendar', { value: { date: '2026-02-31' } }],
    ['a time of such a day', { value: { date: '2026-02-31T10:00:00.000Z' } }],
    ['a number as a date', { value: { date: '1' } }],
    ['a list with an object', { op: 'in', value: [1, {}] }],
    ['an empty attribute', { attribute: '' }],
    ['one member more', { ignoreCase: true }],
    ['no value', { value: undefined }],
    ['an attribute of the subject', { value: { attribute: 'id', subject: 'id' } }],
    ['a text function', { by: 'fold' }],
    ['a subject', { op: 'subject', condition: { op: 'and', conditions: [] } }],
    ['a permission', { op: 'may', permission: 'articles:read' }],
    ['no conditions', { op: 'or', conditions: {} }],
  ])('refuses a condition with %s', (_, members) => {
    const when = { op: 'eq', attribute: 'ownerId', value: 7, ...members }
    expect(() => unpack(withRule({ when: JSON.parse(JSON.stringify(when)) }) as never)).toThrow(InvalidPolicy)
  })

  it.each(['constructor', '__proto__'])('refuses a rule with the member %s', (name) => {
    const rule = `{"effect":"allow","permissions":["articles:read"],"${name}":{}}`
    const given = { ...packed, rules: [JSON.parse(rule)] }
    expect(() => unpack(given)).toThrow(`rules[0]: has an invalid member ${name}`)
  })

  it.each([{ effect: 'grant' }, { permissions: 'articles:read' }, { omit: [5] }, { fields: null }])(
    'refuses a rule with %j',
    (members) => {
      const [name] = Object.keys(members)
      expect(() => unpack(withRule(members) as never)).toThrow(`rules[0]: has an invalid member ${name}`)
    },
  )
})

describe('packed rules', () => {
  interface Doc {
    readonly teamId: number | string | null
  }
  type Member = Subject & { readonly id: number; readonly teams: readonly (number | string)[] }
  const teams = definePolicy<Member>()({
    resources: { docs: ['read', 'write'] },
    attributes: { docs: attrs<Doc>() },
    roles: {
      MEMBER: {
        rules: (b) => {
          b.allow('docs:read', (d, s) => d.teamId.in(s.teams))
          b.allow('docs:write')
          b.deny('docs:write', (d, s) => d.teamId.in(s.teams))
        },
      },
    },
  })

  it('decide like the policy for a list with values of all kinds', () => {
    const odd = [{}, Number.NaN, undefined, () => 1, [1], new Date('never')]
    for (const list of [
      [1, 'a'],
      [1, null],
      [null],
      [],
      ['a', true, new Date(5), 2n],
      ...odd.map((value) => [1, value]),
    ]) {
      const member: Member = { id: 1, roles: ['MEMBER'], teams: list as never }
      const ability = unpack<{ 'docs:read': Doc; 'docs:write': Doc }>(overTheWire(pack(teams, member)))
      for (const teamId of [1, 2, 'a', 'b', null, undefined, true, new Date(5)])
        for (const permission of ['docs:read', 'docs:write'] as const) {
          const row = { teamId } as Doc
          expect(ability.can(permission, row), `${permission} ${String(teamId)} ${list.map(String)}`).toBe(
            teams.can(member, permission, row),
          )
        }
    }
  })

  it('decide like the policy for a value of another kind than the attribute', () => {
    const kinds = definePolicy<Subject & { readonly own?: unknown; readonly all?: readonly unknown[] }>()({
      resources: { docs: ['read'] },
      attributes: { docs: attrs({ owner: 'integer', group: 'uuid' }) },
      roles: {
        READER: {
          rules: (b) => {
            b.allow('docs:read', (d, s) => or(d.owner.ne(s.own as never), d.group.in(s.all as never)))
            b.deny('docs:read', (d, s) => d.group.eq(s.own as never))
          },
        },
      },
    })
    for (const own of ['7', 7, true, null, undefined])
      for (const owner of [7, 8, null])
        for (const group of ['x', null]) {
          const asker = { id: 1, roles: ['READER'], own, all: ['x', own, 5] }
          const packed = unpack<{ 'docs:read': object }>(JSON.parse(JSON.stringify(pack(kinds, asker))))
          expect(packed.can('docs:read', { owner, group })).toBe(
            kinds.can(asker, 'docs:read', { owner, group }),
          )
        }
  })

  it('carry a list of 200,000 values', () => {
    const member: Member = { id: 1, roles: ['MEMBER'], teams: Array.from({ length: 200_000 }, (_, i) => i) }
    const ability = unpack<{ 'docs:read': Doc }>(overTheWire(pack(teams, member)))
    expect(ability.can('docs:read', { teamId: 199_999 })).toBe(true)
    expect(ability.can('docs:read', { teamId: 200_000 })).toBe(false)
  })

  it('share what no user changes, also if the policy has dates and can be replaced', async () => {
    const of = reloadable(dated('2026-01-01'))
    const packRules = (id: number) => pack(of, user(id, 'AUTHOR')).rules
    expect(packRules(1)[0]).toBe(packRules(2)[0])
    await of.replace(() => dated('2027-01-01'))
    expect(JSON.stringify(packRules(1))).toContain('2027-01-01')
  })

  it('read the document of a policy that this package has not made each time', () => {
    const of = { ...dated('2026-01-01') }
    pack(of, user(1, 'AUTHOR'))
    expect(
      JSON.stringify(pack({ ...of, document: dated('2027-01-01').document }, user(1, 'AUTHOR'))),
    ).toContain('2027-01-01')
  })

  it('cannot change', () => {
    const isFrozen = (value: unknown): boolean =>
      Object(value) !== value || (Object.isFrozen(value) && Object.values(value as object).every(isFrozen))
    expect(isFrozen(pack(policy, user(7, 'AUTHOR')))).toBe(true)
    expect(isFrozen(packedSubject(pack(policy, null)))).toBe(true)
    const given = structuredClone(pack(policy, user(7, 'AUTHOR')))
    const ability = unpack(given)
    for (const rule of given.rules) Object.assign(rule, { permissions: ['articles:delete'] })
    expect(ability.can('articles:delete')).toBe(false)
  })
})
