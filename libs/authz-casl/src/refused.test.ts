import {
  Ability,
  buildMongoQueryMatcher,
  createAliasResolver,
  createMongoAbility,
  subject,
} from '@casl/ability'
import { $and, $nor, $not, $or, and, nor, not, or } from '@ucast/mongo2js'
import { describe, expect, it } from 'vitest'
import { matcher } from '@content-service/authz'
import { Inexact, filterOf } from './index.ts'

const conditionsMatcher = buildMongoQueryMatcher({ $and, $or, $nor, $not }, { and, or, nor, not })

const createAbility = (conditions: unknown) =>
  createMongoAbility([{ action: 'read', subject: 'Post', conditions: conditions as never }], {
    conditionsMatcher,
  })

const filter = (conditions: unknown) => filterOf(createAbility(conditions), 'read', 'Post')

const refuse = (make: () => unknown) => {
  try {
    make()
  } catch (error) {
    return error
  }
  return undefined
}

const nest = (depth: number, wrap: (inner: object) => object) => {
  let conditions: object = { a: 1 }
  for (let i = 0; i < depth; i += 1) conditions = wrap(conditions)
  return conditions
}

class Stored {
  ownerId = 7
}

const cycle: Record<string, unknown> = {}
cycle['$and'] = [cycle]

describe('the filter refuses', () => {
  it.each([
    ['$regex', 'title', { title: { $regex: 'a' } }],
    ['$eq', 'title', { title: /a/ }],
    ['$in', 'title', { title: { $in: [/a/] } }],
    ['$exists', 'title', { title: { $exists: true } }],
    ['$size', 'tags', { tags: { $size: 1 } }],
    ['$lt', 'title', { title: { $lt: 'a' } }],
    ['$eq', 'tags.0', { 'tags.0': 'a' }],
    ['$elemMatch', 'tags', { tags: { $elemMatch: { $eq: 'a' } } }],
    ['$all', 'tags', { tags: { $all: [] } }],
    ['$eq', 'owner..id', { 'owner..id': 1 }],
    ['$eq', 'owner', { owner: { id: 1 } }],
    ['$in', 'a', { a: { $in: [1, 'a'] } }],
    ['$where', '', { $where: 'true' }],
    ['$near', 'a', { a: { $near: 1 } }],
    ['b', 'a', { a: { $eq: 1, b: 2 } }],
    ['$not', 'a', { a: { $not: /a/ } }],
    ['$or', '', { $or: { a: 1 } }],
    ['$eq', 'constructor', { constructor: 1 }],
    ['$eq', '__proto__', JSON.parse('{"__proto__": {"admin": true}}')],
    ['$eq', 'a', { a: { toJSON: () => 1 } }],
    ['conditions', '', 'a text'],
    ['conditions', '', new Map([['a', 1]])],
    ['conditions', '', new Stored()],
    ['conditions', '', cycle],
    ['conditions', '', nest(100_000, (inner) => ({ $and: [inner] }))],
    ['$elemMatch', 'items', nest(100_000, (inner) => ({ items: { $elemMatch: inner } }))],
    ['$not', 'a', { a: nest(100_000, (inner) => ({ $not: inner })) }],
  ])('%s of %j', (operator, field, conditions) => {
    const error = refuse(() => filter(conditions))
    expect(error).toBeInstanceOf(Inexact)
    expect(error).toMatchObject({ operator, field })
    expect((error as Error).message).toContain(`"${operator}"`)
  })

  it('a path that is too long', () => {
    expect(refuse(() => filter({ ['a.'.repeat(100_000) + 'a']: 1 }))).toMatchObject({ operator: '$eq' })
  })

  it.each([
    ['$or', '', { $or: [{ a: 1 }] }],
    ['$and', '', { $and: [{ a: 1 }] }],
    ['$nor', '', { a: 1, $nor: [{ a: 1 }] }],
    ['$not', 'a', { a: { $not: { $eq: 1 } } }],
  ])('%s without a matcher of it, because the rule matches nothing', (operator, field, conditions) => {
    const own = createMongoAbility([{ action: 'read', subject: 'Post', conditions }])
    expect(own.can('read', subject('Post', { a: 1 }))).toBe(false)
    expect(refuse(() => filterOf(own, 'read', 'Post'))).toMatchObject({ operator, field })
  })
})

describe('a filter', () => {
  it('is large if the conditions are', () => {
    const isAllowed = matcher(filter({ $or: Array.from({ length: 100_000 }, (_, i) => ({ a: i })) }))
    expect([isAllowed({ a: 99_999 }), isAllowed({ a: -1 })]).toEqual([true, false])
  })

  it('compares a text with NUL and half a letter', () => {
    const isAllowed = matcher(filter({ a: { $in: ['\0', '\uD800'] } }))
    expect(['\0', '\uD800', ''].map((a) => isAllowed({ a }))).toEqual([true, true, false])
  })

  it('reads a getter once', () => {
    let reads = 0
    const conditions = {
      get a() {
        reads += 1
        return reads
      },
    }
    const ability = new Ability([{ action: 'read', subject: 'Post', conditions }], {
      conditionsMatcher: () => () => true,
    })
    expect(filterOf(ability, 'read', 'Post')).toEqual({
      kind: 'when',
      where: { op: 'eq', attribute: 'a', value: 1 },
    })
  })

  it('keeps its meaning if the rule changes', () => {
    const at = new Date(0)
    const $in = ['a']
    const isAllowed = matcher(filter({ at: { $lte: at }, tag: { $in } }))
    at.setTime(1e15)
    $in.push('b')
    expect(
      [
        { tag: 'a', at: new Date(0) },
        { tag: 'b', at: new Date(0) },
      ].map(isAllowed),
    ).toEqual([true, false])
    expect(isAllowed({ tag: 'a', at: new Date(1) })).toBe(false)
  })

  it('knows aliases, classes, and names of its own for all actions and types', () => {
    const resolveAction = createAliasResolver({ modify: ['update', 'delete'] })
    const options = { resolveAction, anyAction: 'any', anySubjectType: 'thing' }
    const ability = new Ability<[string, typeof Stored | 'thing']>(
      [
        { action: 'any', subject: 'thing' },
        { action: 'modify', subject: Stored, inverted: true },
      ],
      options,
    )
    expect(filterOf(ability, 'read', Stored)).toEqual({ kind: 'always' })
    expect(filterOf(ability, 'delete', Stored)).toEqual({ kind: 'never' })
  })
})
