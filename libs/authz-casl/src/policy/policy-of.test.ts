import { type RawRuleOf, type MongoAbility, createMongoAbility } from '@casl/ability'
import { describe, expect, it } from 'vitest'
import { Inexact, type Types, filterOf, policyOf } from '../index.ts'

type Rules = RawRuleOf<MongoAbility>[]
const rule = (rest: object = {}) => ({ action: 'read', subject: 'Post', ...rest })

class Post {
  title = ''
}

describe('a policy of an ability', () => {
  it('gives the reason of the rule that forbids', () => {
    const ability = createMongoAbility<MongoAbility>([
      rule(),
      rule({ conditions: { locked: true }, inverted: true, reason: 'The post is locked' }),
    ])
    const decision = policyOf(ability, { Post: ['read'] }).decide(null, 'Post:read', { locked: true })
    expect(decision.effect).toBe('deny')
    expect(JSON.stringify(decision)).toContain('The post is locked')
  })

  it('has one rule for all permissions of a rule', () => {
    const ability = createMongoAbility<MongoAbility>([{ action: 'manage', subject: 'all' }])
    const { document } = policyOf(ability, { Post: ['read', 'update'], User: ['read'] })
    expect(document.roles['*']?.rules).toMatchObject([
      { effect: 'allow', permissions: ['Post:read', 'Post:update', 'User:read'] },
    ])
  })

  it('gives only the fields back that a later rule names', () => {
    const ability = createMongoAbility<MongoAbility>([
      rule(),
      rule({ conditions: { locked: true }, inverted: true }),
      rule({ fields: ['title'] }),
    ])
    const policy = policyOf(ability, { Post: ['read'] })
    const can = (row: object, field: string) => policy.can(null, 'Post:read', row, field as never)
    expect([
      can({ locked: true }, 'title'),
      can({ locked: true }, 'text'),
      can({ locked: false }, 'text'),
    ]).toEqual([true, false, true])
  })

  it('takes a class as a type', () => {
    const ability = createMongoAbility([{ action: 'read', subject: Post as never }])
    const policy = policyOf(ability, { Post: { actions: ['read'], type: Post } })
    expect(policy.can(null, 'Post:read')).toBe(true)
  })

  it.each<[string, string, Rules, readonly string[] | undefined]>([
    ['a part of a field', 'author.name', [rule({ fields: ['author.name'] })], undefined],
    ['a pattern of parts', 'author.*', [rule({ fields: ['author.*'] })], ['author']],
    ['a pattern without known fields', 't*', [rule({ fields: ['t*'] })], undefined],
  ])('refuses %s', (_, field, rules, fields) => {
    const make = () =>
      policyOf(createMongoAbility(rules), { Post: { actions: ['read'], ...(fields && { fields }) } })
    expect(make).toThrow(expect.objectContaining({ name: 'Inexact', operator: 'fields', field }))
  })

  it('refuses a reason that is too long, and a star as a known field', () => {
    const ability = createMongoAbility<MongoAbility>([rule({ reason: 'x'.repeat(501) })])
    expect(() => policyOf(ability, { Post: ['read'] })).toThrow(Inexact)
    expect(() => policyOf(createMongoAbility(), { Post: { actions: ['read'], fields: ['*'] } })).toThrow(
      'The fields of "Post" have "*"',
    )
  })

  it.each([null, 'read', {}, { actions: 'read' }, { actions: [1] }])(
    'refuses %j as the actions of a type',
    (actions) => {
      expect(() => policyOf(createMongoAbility(), { Post: actions as never })).toThrow(
        'The type "Post" needs a list of actions',
      )
    },
  )

  it.each([null, {}, 'read'])('refuses %j as an ability', (ability) => {
    expect(() => policyOf(ability as never, {})).toThrow('An ability of CASL is needed')
    expect(() => filterOf(ability as never, 'read' as never, 'Post' as never)).toThrow(
      'An ability of CASL is needed',
    )
  })

  it('takes names of prototypes as names', () => {
    const ability = createMongoAbility([{ action: 'constructor', subject: '__proto__' }])
    const types: Types = JSON.parse('{"__proto__": ["constructor", "read"]}')
    const policy = policyOf(ability, types)
    const ask = (action: string) => policy.can(null, `__proto__:${action}`)
    expect(['constructor', 'read'].map(ask)).toEqual([true, false])
  })

  it('refuses names that no permission has', () => {
    expect(() => policyOf(createMongoAbility(), { 'a:b': ['read'] })).toThrow('a:b:read')
  })

  it('does not read rules that no row reaches', () => {
    const ability = createMongoAbility<MongoAbility>([
      rule({ conditions: { title: { $regex: 'a' } } }),
      rule(),
    ])
    expect(policyOf(ability, { Post: ['read'] }).can(null, 'Post:read', {})).toBe(true)
  })
})
