import { describe, expect, it } from 'vitest'
import { AccessDenied, attrs, definePolicy, matcher, type Subject } from '../../index.ts'
import { pack, unpack } from '../../pack/index.ts'
import { restrict } from '../../restrict/index.ts'

interface Doc {
  readonly ownerId: number
  readonly teamId: number
  readonly status: string
  readonly createdAt: Date
}
interface Asker extends Subject {
  readonly id: number | null
  readonly teams?: readonly number[]
  readonly since?: Date
}

const day = (n: number) => new Date(Date.UTC(2026, 0, n))

const make = (limit = day(10), statuses = ['NEW', 'OLD']) =>
  definePolicy<Asker>()({
    resources: { docs: ['read', 'write', 'delete'] },
    attributes: { docs: attrs<Doc>() },
    roles: {
      READER: {
        rules: (b) => {
          b.allow('docs:read', (d) => d.createdAt.lt(limit))
          b.allow('docs:write', (d, s) => d.teamId.in(s.teams))
          b.deny('docs:write', (d) => d.status.in(statuses))
          b.allow('docs:delete', (d, s) => d.createdAt.gt(s.since))
        },
      },
      ADMIN: { rules: (b) => b.allow('*') },
    },
  })

const isDeeplyFrozen = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  value instanceof Date ||
  (Object.isFrozen(value) && Object.values(value as object).every(isDeeplyFrozen))

const doc: Doc = { ownerId: 1, teamId: 3, status: 'DRAFT', createdAt: day(5) }

describe('a policy', () => {
  it('keeps nothing that its author can change', () => {
    const [limit, statuses] = [day(10), ['NEW']]
    const policy = make(limit, statuses)
    limit.setTime(0)
    statuses.length = 0
    expect(policy.can({ id: 1, roles: ['READER'] }, 'docs:read', doc)).toBe(true)
    const writer = { id: 1, roles: ['READER'], teams: [3] }
    expect(policy.can(writer, 'docs:write', { ...doc, status: 'NEW' })).toBe(false)
  })

  it('gives nothing with which its user can change it', () => {
    const policy = make()
    const reader = { id: 1, roles: ['READER'], teams: [3], since: day(1) }
    const answers = () => [
      policy.document,
      policy.permissions,
      policy.roles,
      policy.decide(reader, 'docs:read', doc),
      policy.filter(reader, 'docs:read'),
      policy.filter(reader, 'docs:write'),
      policy.filter(reader, 'docs:delete'),
    ]
    for (const answer of [policy, ...answers()]) expect(isDeeplyFrozen(answer)).toBe(true)
    const before = JSON.stringify(answers())
    const setDates = (value: unknown): void => {
      if (value instanceof Date) value.setTime(0)
      else if (Object(value) === value) Object.values(value as object).forEach(setDates)
    }
    answers().forEach(setDates)
    expect(JSON.stringify(answers())).toBe(before)
    expect(policy.can(reader, 'docs:read', doc)).toBe(true)
  })
})

describe('a subject after `for`', () => {
  it('can change without effect', () => {
    const subject = {
      id: 1,
      roles: ['READER'],
      teams: [1],
      permissions: [] as string[],
      restrictedTo: ['docs:read', 'docs:write'],
      since: day(9),
    }
    const ability = make().for(subject)
    subject.roles.push('ADMIN')
    subject.teams.push(3)
    subject.permissions.push('docs:delete')
    subject.restrictedTo.push('docs:delete')
    subject.since.setTime(0)
    expect(ability.can('docs:write', doc)).toBe(false)
    expect(ability.can('docs:delete', doc)).toBe(false)
    expect(ability.filter('docs:delete')).toEqual({ kind: 'never' })
    const filter = make().filter(
      { ...subject, restrictedTo: undefined, teams: subject.teams } as never,
      'docs:write',
    )
    const matches = matcher(filter)
    subject.teams.length = 0
    expect(matches(doc)).toBe(true)
  })

  it('gives filters whose dates nobody can use to change it', () => {
    const later = definePolicy<Asker & { readonly days?: readonly Date[] }>()({
      resources: { docs: ['read', 'list'] },
      attributes: { docs: attrs<Doc>() },
      roles: {
        READER: {
          rules: (b) => {
            b.allow('docs:read', (d, s) => d.createdAt.gt(s.since))
            b.allow('docs:list', (d, s) => d.createdAt.in(s.days))
          },
        },
      },
    })
    const ability = later.for({ id: 1, roles: ['READER'], since: day(9), days: [day(9)] })
    for (const permission of ['docs:read', 'docs:list'] as const) {
      const { where } = ability.filter(permission) as { where: { value: Date | readonly Date[] } }
      for (const date of [where.value].flat())
        (date as Date).setTime(permission === 'docs:read' ? 0 : +day(5))
      expect(ability.can(permission, doc)).toBe(false)
      expect(matcher(ability.filter(permission))(doc)).toBe(false)
    }
  })

  it('has a restriction that nobody can change', () => {
    const scopes = ['docs:read']
    const restricted = restrict(make(), { id: 1, roles: ['ADMIN'] }, scopes)
    scopes.push('docs:delete')
    expect(() =>
      (restricted as unknown as { restrictedTo: string[] }).restrictedTo.push('docs:delete'),
    ).toThrow(TypeError)
    expect(make().can(restricted, 'docs:delete', doc)).toBe(false)
  })

  it('gets no scope from a text', () => {
    for (const scopes of ['*', 'docs:read *', { 0: '*', length: 1 }])
      expect(
        make().can(restrict(make(), { id: 1, roles: ['ADMIN'] }, scopes as never), 'docs:read', doc),
      ).toBe(false)
  })
})

/** An object whose attribute has another value at each reading. */
const changing = <T extends object>(rest: T, name: string, values: readonly unknown[]): T => {
  let reads = 0
  return Object.defineProperty({ ...rest }, name, {
    enumerable: true,
    configurable: true,
    get: () => values[Math.min(reads++, values.length - 1)],
  })
}
const throwing = <T extends object>(rest: T, name: string): T =>
  Object.defineProperty({ ...rest }, name, {
    enumerable: true,
    configurable: true,
    get: () => {
      throw new Error('not loaded')
    },
  })

describe('a getter', () => {
  const policy = definePolicy<Asker>()({
    resources: { docs: ['read', 'write'] },
    attributes: { docs: attrs<Doc>() },
    roles: {
      READER: {
        rules: (b) => {
          b.allow('docs:read', (d) => d.status.eq('OPEN'))
          b.deny('docs:read', (d) => d.status.eq('SECRET'))
          b.allow('docs:write', (d, s) => d.ownerId.eq(s.id))
          b.deny('docs:write', (d, s) => d.teamId.eq(s.id))
        },
      },
    },
  })
  const reader = { id: 1, roles: ['READER'] }
  const row = { ownerId: 1, teamId: 1, status: 'SECRET', createdAt: day(1) }

  it('that answers differently the second time gains nothing', () => {
    for (const values of [
      ['OPEN', 'SECRET'],
      ['SECRET', 'OPEN'],
      ['X', 'OPEN'],
      ['SECRET', 'X', 'OPEN'],
    ]) {
      const asked = () => changing(row, 'status', values)
      const allowed = values[0] === 'OPEN'
      expect(policy.can(reader, 'docs:read', asked())).toBe(allowed)
      expect(policy.decide(reader, 'docs:read', asked()).effect).toBe(allowed ? 'allow' : 'deny')
      expect(matcher(policy.filter(reader, 'docs:read'))(asked())).toBe(allowed)
      expect(unpack(pack(policy, reader)).can('docs:read', asked())).toBe(allowed)
    }
    for (const ids of [
      [2, 1],
      [1, 2],
      [2, 1, 2],
    ]) {
      const asker = () => changing(reader, 'id', ids)
      expect(policy.can(asker(), 'docs:write', row)).toBe(false)
      expect(policy.filter(asker(), 'docs:write').kind).not.toBe('always')
    }
    for (const roles of [
      [[], ['READER']],
      [['NOBODY'], ['READER']],
    ])
      expect(policy.can(changing(reader, 'roles', roles), 'docs:read', { ...row, status: 'OPEN' })).toBe(
        false,
      )
    for (const scopes of [
      [[], undefined],
      [['docs:write'], undefined, undefined],
    ]) {
      const asker = () => changing({ ...reader, restrictedTo: [] }, 'restrictedTo', scopes)
      expect(policy.can(asker(), 'docs:read', { ...row, status: 'OPEN' })).toBe(false)
      expect(policy.filter(asker(), 'docs:read')).toEqual({ kind: 'never' })
      expect(pack(policy, asker()).rules.some((rule) => rule.permissions.includes('docs:read'))).toBe(false)
    }
  })

  it('that throws gives no permission, and only AccessDenied is thrown', () => {
    for (const name of ['id', 'roles', 'permissions', 'restrictedTo']) {
      const asker = throwing(
        { ...reader, permissions: ['docs:read'], restrictedTo: ['docs:read'] },
        name,
      ) as Asker
      expect(policy.can(asker, 'docs:read', row), name).toBe(false)
      expect(policy.filter(asker, 'docs:read'), name).toEqual({ kind: 'never' })
      expect(policy.permits(asker, 'docs:read'), name).toBe(false)
      expect(() => policy.authorize(asker, 'docs:read', row), name).toThrow(AccessDenied)
      expect(pack(policy, asker).rules, name).toEqual([])
    }
    for (const name of ['status', 'ownerId', 'teamId'])
      for (const permission of ['docs:read', 'docs:write'] as const) {
        const asked = throwing({ ...row, status: 'OPEN', teamId: 2 }, name)
        const uses = (permission === 'docs:read') === (name === 'status')
        expect(policy.can(reader, permission, asked), `${permission} ${name}`).toBe(!uses)
        expect(policy.decide(reader, permission, asked).effect).toBe(uses ? 'deny' : 'allow')
      }
  })

  it('of the subject is read once for all items of a list', () => {
    interface Page {
      readonly members: readonly { readonly userId: number }[]
    }
    const pages = definePolicy<Asker>()({
      resources: { pages: ['read'] },
      attributes: { pages: attrs<Page>() },
      roles: {
        READER: { rules: (b) => b.allow('pages:read', (p, s) => p.members.none((m) => m.userId.eq(s.id))) },
      },
    })
    const page = { members: [{ userId: 2 }, { userId: 1 }] }
    // With two readings, each member would meet the id that it does not have.
    for (let i = 0; i < 3; i += 1) {
      const ids = [1, ...Array.from({ length: i }, () => 1), 2, 1, 2]
      expect(pages.can(changing(reader, 'id', ids), 'pages:read', page)).toBe(false)
      expect(pages.for(changing(reader, 'id', ids)).can('pages:read', page)).toBe(false)
    }
  })

  it('of a value that is an object throws nothing', () => {
    class Odd {
      get then(): never {
        throw new Error('no promise')
      }
    }
    for (const status of [new Odd(), [new Odd()], { then: 1 }, throwing({ a: 1 }, 'then')])
      for (const ask of [
        () => policy.can(reader, 'docs:read', { ...row, status } as never),
        () => policy.decide(reader, 'docs:read', { ...row, status } as never).effect === 'allow',
        () => matcher(policy.filter(reader, 'docs:read'))({ ...row, status }),
        () => policy.can({ ...reader, id: status } as never, 'docs:write', row),
      ])
        expect(ask()).toBe(false)
  })

  it('and attributes with the names of members of all objects are attributes', () => {
    const odd = definePolicy<Asker>()({
      resources: { docs: ['read'] },
      roles: {
        READER: {
          rules: (b) => {
            for (const name of ['__proto__', 'constructor', 'toString'])
              b.allow('docs:read', ((d: Record<string, { eq(value: string): never }>) =>
                d[name]?.eq('OPEN')) as never)
          },
        },
      },
    })
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const asked = JSON.parse(`{ "${name}": "OPEN" }`) as object
      for (const given of [asked, changing(asked, 'other', []), throwing(asked, 'other')])
        expect([odd.can(reader, 'docs:read', given), odd.decide(reader, 'docs:read', given).effect]).toEqual([
          true,
          'allow',
        ])
    }
    expect(odd.can(reader, 'docs:read', {})).toBe(false)
  })

  it('of an unreadable permission or subject throws nothing but AccessDenied', () => {
    const symbol = Symbol('docs:read') as never
    expect(policy.can(reader, symbol)).toBe(false)
    expect(() => policy.authorize(reader, symbol)).toThrow(AccessDenied)
    const { proxy, revoke } = Proxy.revocable(reader, {})
    revoke()
    expect(policy.can(proxy, 'docs:read', row)).toBe(false)
    expect(() => policy.authorize(proxy, 'docs:read', row)).toThrow(AccessDenied)
    expect(policy.can(reader, 'docs:read', proxy as never)).toBe(false)
    for (const odd of ['ADMIN', 7, true, [], () => 1])
      expect(policy.can(odd as never, 'docs:read', row)).toBe(false)
  })
})
