import { describe, expect, it } from 'vitest'
import {
  type AuditEvent,
  type Condition,
  type Subject,
  attrs,
  definePolicy,
  holds,
  matcher,
  not,
  or,
  subject,
  where,
} from '../../index.ts'
import { truthOf } from '../../../tests/support/oracle.ts'

interface User {
  readonly id: number
  readonly teamId: number | null
  readonly name: string
}
interface Article {
  readonly id: number
  readonly owner: User | null
  readonly members: readonly { readonly userId: number; readonly isOpen: boolean }[]
  readonly boss: { readonly members: readonly { readonly isOpen: boolean }[] } | null
  readonly meta: { readonly source: { readonly kind: string } | null }
}
type Asker = Subject & { id: number | null; teamId: number | null; plan: string; teamIds: readonly number[] }

interface Untyped {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- The types refuse what these rows test.
  readonly owner: { readonly teamId: any; readonly tags: any }
}

const a = where<Article>()
const s = subject<Asker>()
const missing = subject<{ missing: number }>().missing
const missingList = subject<{ missing: number[] }>().missing
const owner: User = { id: 7, teamId: 3, name: 'Ada' }
const row: Article = {
  id: 1,
  owner,
  members: [
    { userId: 7, isOpen: true },
    { userId: 8, isOpen: false },
  ],
  boss: null,
  meta: { source: { kind: 'web' } },
}
const asker: Asker = { id: 7, roles: ['USER'], teamId: 3, plan: 'pro', teamIds: [3, 4] }
const open = where<{ isOpen: boolean }>().isOpen.eq(true)

describe('attributes of related objects', () => {
  const ofTeam = a.owner.teamId.eq(s.teamId)

  it.each<[string, Condition, unknown, boolean | 'unknown']>([
    ['an equal attribute', ofTeam, row, true],
    ['another value', ofTeam, { owner: { teamId: 4 } }, false],
    ['null instead of the object', ofTeam, { owner: null }, false],
    ['a null attribute', ofTeam, { owner: { teamId: null } }, false],
    ['an absent object', ofTeam, {}, 'unknown'],
    ['an object that is not loaded', ofTeam, { owner: { id: 7 } }, 'unknown'],
    ['an id instead of the object', ofTeam, { owner: 7 }, 'unknown'],
    ['a list instead of the object', ofTeam, { owner: [{ teamId: 3 }] }, 'unknown'],
    ['a date instead of the object', ofTeam, { owner: new Date() }, 'unknown'],
    ['a promise of the object', ofTeam, { owner: Promise.resolve(owner) }, 'unknown'],
    ['ne of a null object', a.owner.teamId.ne(3), { owner: null }, false],
    ['not eq of a null object', not(a.owner.teamId.eq(3)), { owner: null }, true],
    ['ne of an absent object', a.owner.teamId.ne(3), {}, 'unknown'],
    ['isNull through null', a.owner.teamId.isNull(), { owner: null }, false],
    ['every through null', a.boss.members.every((m) => m.isOpen.eq(true)), { boss: null }, false],
    ['none through null', a.boss.members.none((m) => m.isOpen.eq(true)), { boss: null }, false],
    [
      'every of an empty list of an object',
      a.boss.members.every((m) => m.isOpen.eq(true)),
      { boss: { members: [] } },
      true,
    ],
    ['isNull of null', a.owner.teamId.isNull(), { owner: { teamId: null } }, true],
    ['isNull of a value', a.owner.teamId.isNull(), row, false],
    ['isNull of the object', a.owner.isNull(), row, false],
    ['a longer path', a.meta.source.kind.eq('web'), row, true],
    ['a longer path through null', a.meta.source.kind.eq('web'), { meta: { source: null } }, false],
    ['some of two', a.members.some((m) => m.userId.eq(8)), row, true],
    ['some of none', a.members.some((m) => m.userId.eq(9)), row, false],
    ['some with two conditions on one item', a.members.some((m) => m.userId.eq(s.id)), row, true],
    ['every of two', a.members.every((m) => m.isOpen.eq(true)), row, false],
    ['none of two', a.members.none((m) => m.userId.eq(9)), row, true],
    ['some of an empty list', a.members.some(() => open), { members: [] }, false],
    ['every of an empty list', a.members.every(() => open), { members: [] }, true],
    ['none of an empty list', a.members.none(() => open), { members: [] }, true],
    ['some of null', a.members.some(() => open), { members: null }, false],
    ['some of an absent list', a.members.some(() => open), {}, 'unknown'],
    ['some of an object', a.members.some(() => open), { members: { isOpen: true } }, 'unknown'],
    ['some with an item that is no object', a.members.some(() => open), { members: [5] }, 'unknown'],
    ['some with a null item', a.members.some(() => open), { members: [null] }, false],
    [
      'some with a good and a bad item',
      a.members.some(() => open),
      { members: [{}, { isOpen: true }] },
      true,
    ],
    ['every with a bad item', a.members.every(() => open), { members: [{}, { isOpen: true }] }, 'unknown'],
    [
      'every with a bad and a false item',
      a.members.every(() => open),
      { members: [{}, { isOpen: false }] },
      false,
    ],
    [
      'eq through null without a value of the subject',
      a.owner.teamId.eq(missing),
      { owner: null },
      'unknown',
    ],
    [
      'ne through null without a value of the subject',
      a.owner.teamId.ne(missing),
      { owner: null },
      'unknown',
    ],
    [
      'in through null without a value of the subject',
      a.owner.teamId.in(missingList),
      { owner: null },
      'unknown',
    ],
    [
      'an order through null with a text of the subject',
      where<Untyped>().owner.teamId.lt(s.plan),
      { owner: null },
      'unknown',
    ],
    [
      'contains through null without a value of the subject',
      where<Untyped>().owner.tags.contains(missing),
      { owner: null },
      'unknown',
    ],
    [
      'some of an empty list without a value of the subject',
      a.members.some((m) => m.userId.eq(missing)),
      { members: [] },
      'unknown',
    ],
    [
      'none of null without a value of the subject',
      a.members.none((m) => m.userId.eq(missing)),
      { members: null },
      'unknown',
    ],
    [
      'some of a list without a value of the subject, and an item that needs none',
      a.members.some((m) => or(m.isOpen.eq(true), m.userId.eq(missing))),
      row,
      true,
    ],
    [
      'eq through null with null of the subject',
      a.owner.teamId.eq(s.teamId),
      { owner: null, note: 'null equals nothing' },
      false,
    ],
    ['an attribute of the subject', s.plan.eq('pro'), {}, true],
    ['another value of the subject', s.plan.eq('free'), {}, false],
    ['ne of the subject', s.plan.ne('free'), {}, true],
    ['a list of the subject', s.teamIds.contains(4), {}, true],
    ['two attributes of the subject', s.teamIds.contains(s.teamId), {}, true],
    ['an absent attribute of the subject', subject<{ x: number }>().x.gt(1), {}, 'unknown'],
  ])('%s', (_, condition, given, expected) => {
    const policy = (effect: 'allow' | 'deny') =>
      definePolicy<Asker>()({
        resources: { articles: ['read'] },
        roles: {
          USER: {
            rules: (b) => {
              if (effect === 'deny') b.allow('articles:read')
              b[effect]('articles:read', () => condition)
            },
          },
        },
      })
    expect(truthOf(condition, given as never, asker as never)).toBe(expected)
    expect(holds(condition, given as object, asker)).toBe(expected === true)
    expect(holds(not(condition), given as object, asker)).toBe(expected === false)
    for (const effect of ['allow', 'deny'] as const) {
      const wanted = effect === 'allow' ? expected === true : expected === false
      const one = policy(effect)
      expect(one.can(asker, 'articles:read', given as object), effect).toBe(wanted)
      expect(one.decide(asker, 'articles:read', given as object).effect).toBe(wanted ? 'allow' : 'deny')
      expect(matcher(one.filter(asker, 'articles:read'))(given as object), `filter of ${effect}`).toBe(wanted)
    }
  })

  it('names the path of an attribute that it cannot compare', () => {
    const events: AuditEvent[] = []
    const policy = definePolicy<Asker>()({
      resources: { articles: ['read'] },
      attributes: { articles: attrs<Article>() },
      roles: {
        USER: { rules: (b) => b.allow('articles:read', (x, user) => x.owner.teamId.eq(user.teamId)) },
      },
      audit: (event) => events.push(event),
    })
    policy.can(asker, 'articles:read', { ...row, owner: { id: 7 } as User })
    policy.can(asker, 'articles:read', { ...row, owner: 7 as never })
    expect(events.map((event) => 'attributes' in event && event.attributes)).toEqual([
      ['owner.teamId'],
      ['owner'],
    ])
  })

  it('reads a related object once, whatever number of conditions compares it', () => {
    let reads = 0
    const changing = {
      get teamId() {
        reads += 1
        return reads
      },
    }
    const both = [a.owner.teamId.eq(1), a.owner.teamId.eq(2)]
    expect(holds({ op: 'and', conditions: both }, { owner: changing })).toBe(false)
    expect(reads).toBe(1)
  })

  it('gives the kinds of related attributes to their conditions', () => {
    const kinds = { owner: { teamId: 'integer' }, members: [{ userId: 'uuid' }] } as const
    const policy = definePolicy()({
      resources: { articles: ['read'] },
      attributes: { articles: attrs(kinds) },
      roles: {
        USER: {
          rules: (b) => {
            b.allow('articles:read', (x) => x.owner.teamId.gt(5))
            b.allow('articles:read', (x) => x.members.some((m) => m.userId.eq('u')))
          },
        },
      },
    })
    expect(policy.document.roles['USER']?.rules.map(({ when }) => when)).toMatchObject([
      { op: 'is', attribute: 'owner', condition: { attribute: 'teamId', kind: 'integer' } },
      { op: 'some', attribute: 'members', condition: { attribute: 'userId', kind: 'uuid' } },
    ])
  })
})

describe('a policy with conditions on the subject alone', () => {
  const policy = definePolicy<Asker>()({
    resources: { reports: ['read', 'write'] },
    attributes: { reports: attrs<{ teamId: number }>() },
    roles: {
      USER: {
        rules: (b) => {
          b.allow('reports:*', (_, user) => user.plan.eq('pro'))
          b.deny('reports:write', (r, user) => r.teamId.ne(user.teamId))
        },
      },
    },
  })

  it('needs no resource', () => {
    expect(policy.can(asker, 'reports:read')).toBe(true)
    expect(policy.decide(asker, 'reports:read')).toMatchObject({ effect: 'allow', reason: 'allowed' })
    expect(policy.can({ ...asker, plan: 'free' }, 'reports:read')).toBe(false)
    expect(policy.decide({ ...asker, plan: 'free' }, 'reports:read').reason).toBe('no-rule')
    expect(policy.filter(asker, 'reports:read')).toEqual({ kind: 'always' })
    expect(policy.filter({ ...asker, plan: 'free' }, 'reports:read')).toEqual({ kind: 'never' })
  })

  it('still needs a resource for a deny rule on the resource', () => {
    expect(policy.decide(asker, 'reports:write').reason).toBe('resource-required')
    expect(policy.can(asker, 'reports:write')).toBe(false)
    expect(policy.can(asker, 'reports:write', { teamId: 3 })).toBe(true)
  })
})

interface Loose {
  readonly [name: string]: Loose & ((...given: unknown[]) => unknown)
}

it('lets a condition that somebody made elsewhere stand inside a list', () => {
  const made = where<{ userId: number }>().userId.eq(7)
  expect(
    holds(
      a.members.some(() => made),
      row,
    ),
  ).toBe(true)
  const twice = a.members.some((m) => m.userId.eq(7))
  expect(
    holds(
      a.members.some(() => twice),
      { members: [{ members: row.members }] },
    ),
  ).toBe(true)
})

it('names the attribute of the row that stands among those of an item', () => {
  expect(a.members.some(() => a.id.eq(1))).toMatchObject({ condition: { 'of another object': ['id'] } })
})

describe('a callback that reads an attribute and compares it with nothing', () => {
  const define = (when: (x: Loose, user: Loose) => unknown) => () =>
    definePolicy<Asker>()({
      resources: { articles: ['read'] },
      roles: { USER: { rules: (b) => b.allow('articles:read', when as never) } },
    })

  it.each<[string, (x: Loose, user: Loose) => unknown]>([
    ['an attribute as a boolean', (x, user) => x['isOpen'] && x['ownerId']?.['eq']?.(user['id'])],
    [
      'an attribute of the subject as a boolean',
      (x, user) => user['isAdmin'] && x['ownerId']?.['eq']?.(user['id']),
    ],
    [
      'a related attribute as a boolean',
      (x, user) => x['owner']?.['isOpen'] && x['ownerId']?.['eq']?.(user['id']),
    ],
    ['an attribute instead of a condition', (x) => x['isOpen']],
    ['a related attribute instead of a condition', (x) => x['owner']?.['isOpen']],
    ['an attribute of the subject instead of a condition', (_, user) => user['isAdmin']],
    ['a list without a condition', (x) => x['members']?.['some']?.()],
    [
      'a list whose callback forgets a condition',
      (x) => x['members']?.['some']?.((m: Loose) => void m['id']?.['eq']?.(1)),
    ],
    [
      'an attribute of the row among those of an item',
      (x) => x['members']?.['some']?.(() => x['isOpen']?.['eq']?.(true)),
    ],
    [
      'an attribute of the row in a list of the subject',
      (x, user) => user['teams']?.['some']?.(() => x['isOpen']?.['eq']?.(true)),
    ],
    [
      'an attribute of an item among those of an inner item',
      (x) =>
        x['members']?.['some']?.((m: Loose) => m['parts']?.['every']?.(() => m['isOpen']?.['eq']?.(true))),
    ],
    ['an unknown operator', (x) => x['owner']?.['teamId']?.['like']?.('a')],
  ])('is refused: %s', (_, when) => {
    expect(define(when)).toThrow(expect.objectContaining({ code: 'INVALID_POLICY' }))
  })
})
