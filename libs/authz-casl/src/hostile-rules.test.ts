import { describe, expect, it } from 'vitest'
import {
  Ability,
  AbilityBuilder,
  buildMongoQueryMatcher,
  createAliasResolver,
  createMongoAbility,
  defineAbility,
  detectSubjectType,
  fieldPatternMatcher,
  filterOf,
  packRules,
  rulesToFields,
  subject,
  unpackRules,
} from './index.ts'

const readable = (conditions: unknown) => [{ action: 'read', subject: 'Post', conditions }] as never
const abilityOf = (conditions: unknown) => createMongoAbility(readable(conditions))

describe('rules that are none', () => {
  it.each([
    ['a text', 'all', 'Rules must be a list'],
    ['an object', { action: 'read' }, 'Rules must be a list'],
    ['null in a list', [null], 'A rule must be an object, not null'],
    ['a text in a list', ['read'], 'A rule must be an object, not string'],
  ])('are refused: %s', (_name, rules, message) => {
    expect(() => createMongoAbility(rules as never)).toThrow(message)
  })
})

describe('a rule that could become weaker is refused', () => {
  it.each([
    ['an unknown operator', { $where: 'true' }, 'Unknown operator "$where"'],
    [
      'an unknown operator of a field',
      { title: { $near: 1 } },
      '"$near" is no operator of a field; "title" has it',
    ],
    ['an operator beside a field', { title: { $eq: 1, size: 2 } }, 'and also "size"'],
    ['options without a pattern', { title: { $options: 'i' } }, '"$options" of "title" needs "$regex"'],
    ['an operator of a field alone', { $eq: 1 }, '"$eq" is an operator of a field'],
    ['a junction of a field', { title: { $or: [{}] } }, '"$or" is no operator of a field'],
    ['an empty junction', { $or: [] }, '"$or" needs a list of conditions, not []'],
    ['a number', 1, 'Conditions must be an object without a class, not 1'],
    ['a text', 'all', 'Conditions must be an object without a class, not "all"'],
    ['a map', new Map([['authorId', 7]]), 'Conditions must be an object without a class'],
    ['a list', [{ authorId: 7 }], 'Conditions must be an object without a class'],
    ['a function', () => true, 'Conditions must be an object without a class'],
    ['inherited conditions', Object.create({ authorId: 7 }), 'Conditions must be an object without a class'],
    [
      'conditions of an object without a prototype',
      Object.create(Object.create(null, { authorId: { value: 7 } }) as object),
      'Conditions must be an object without a class',
    ],
    ['a symbol', { [Symbol('authorId')]: 7 }, 'not a symbol'],
    ['an empty text', '', 'Invalid conditions of a rule: ""'],
    ['false', false, 'Invalid conditions of a rule: false'],
    ['a wrong list', { authorId: { $in: 7 } }, '"$in" needs a list, not 7'],
    ['a wrong order', { authorId: { $lt: {} } }, '"$lt" needs a text, a number or a date, not {}'],
  ])('%s', (_, conditions, message) => {
    expect(() => abilityOf(conditions)).toThrow(message)
  })

  it.each([
    ['no fields', { action: 'read', subject: 'Post', fields: [] }, '`rawRule.fields` array cannot be empty'],
    ['an empty field', { action: 'read', subject: 'Post', fields: '' }, 'Invalid fields of a rule: ""'],
    ['no action', { subject: 'Post', inverted: true }, 'Invalid action of a rule: undefined'],
    ['an action that is no text', { action: [1], subject: 'Post' }, 'Invalid action of a rule: 1'],
    ['an empty subject', { action: 'read', subject: '' }, 'Invalid subject of a rule: ""'],
    ['a subject that is no type', { action: 'read', subject: [{}] }, 'Invalid subject of a rule: {}'],
  ])('%s', (_, rule, message) => {
    expect(() => createMongoAbility([rule as never])).toThrow(message)
  })

  it('conditions without a subject', () => {
    const { can } = new AbilityBuilder(createMongoAbility)
    const add = can as (...given: readonly unknown[]) => unknown
    expect(() => add('read', undefined, { authorId: 7 })).toThrow('needs a subject')
    expect(() => add('read', undefined, undefined, { authorId: 7 })).toThrow('needs a subject')
  })

  it.each([
    ['no list', 'read'],
    ['a text as a rule', ['read']],
    ['a rule without a subject', [['read']]],
    ['an empty subject', [['read', '']]],
    ['a number as an action', [[1, 'Post']]],
    ['conditions as a text', [['read', 'Post', 'authorId']]],
    ['inverted as a text', [['read', 'Post', 0, 'false']]],
    ['fields as a list', [['read', 'Post', 0, 0, ['title']]]],
    ['an empty field', [['read', 'Post', 0, 0, 'title,']]],
    ['a reason as an object', [['read', 'Post', 0, 0, 0, {}]]],
    ['too many members', [['read', 'Post', 0, 0, 0, '', 1]]],
  ])('%s in packed rules', (_, packed) => {
    expect(() => unpackRules(packed as never)).toThrow(/Invalid/)
  })

  it.each([
    [{ action: 'read,manage', subject: 'Post' }],
    [{ action: 'read', subject: 'Post,all' }],
    [{ action: 'read', subject: Date }],
    [{ action: 'read', subject: 'Post', fields: [] }],
    [{ action: 'read', subject: 'Post', fields: 'a,b' }],
  ])('%o cannot be packed', (rule) => {
    expect(() => packRules([rule])).toThrow('packRules cannot pack the')
  })
})

describe('a large or deep rule', () => {
  const nest = (depth: number, wrap: (inner: object) => object) => {
    let conditions: object = { a: 1 }
    for (let i = 0; i < depth; i += 1) conditions = wrap(conditions)
    return conditions
  }
  it.each([
    ['$and', (inner: object) => ({ $and: [inner] })],
    ['$nor', (inner: object) => ({ $nor: [inner] })],
    ['$elemMatch', (inner: object) => ({ items: { $elemMatch: inner } })],
  ])('is refused beyond 250 levels of %s', (_, wrap) => {
    expect(() => abilityOf(nest(100_000, wrap))).toThrow('deeper than 250 levels')
    expect(abilityOf(nest(100, wrap)).can('read', subject('Post', { a: 2 }))).toBe(false)
  })

  it('is refused if its path is as long, and not if it is wide', () => {
    expect(() => abilityOf({ ['a.'.repeat(100_000)]: 1 })).toThrow('deeper than 250 levels')
    const $or = Array.from({ length: 100_000 }, (_, i) => ({ a: i }))
    expect(abilityOf({ $or }).can('read', subject('Post', { a: 99_999 }))).toBe(true)
  })

  it('that contains itself is refused', () => {
    const query: Record<string, unknown> = {}
    query['$and'] = [query]
    expect(() => abilityOf(query)).toThrow('deeper than 250 levels')
  })
})

describe('a rule keeps its meaning', () => {
  const post = subject('Post', { authorId: 8, at: new Date(5), tag: 'b' })

  it('if the given rule changes later', () => {
    const at = new Date(0)
    const tags = ['a']
    const query = { authorId: { $in: [7] } }
    const rule = { action: ['read'], subject: ['Post'], fields: ['title'], conditions: query }
    const own = createMongoAbility([
      rule,
      { action: 'update', subject: 'Post', conditions: { at: { $gte: at } } },
      { action: 'delay', subject: 'Post', conditions: { at: { $lte: at } } },
      { action: 'update', subject: 'Post', inverted: true, conditions: { tag: { $nin: tags } } },
    ])
    query.authorId.$in.push(8)
    Object.assign(query, { authorId: 8 })
    rule.action.push('delete')
    rule.fields.push('secret')
    at.setTime(1e15)
    tags.push('b')
    expect(own.can('read', post)).toBe(false)
    expect(own.can('delete', post)).toBe(false)
    expect(own.can('delay', post)).toBe(false)
    expect(own.can('read', 'Post', 'secret')).toBe(false)
    expect(own.relevantRuleFor('update', post)?.inverted).toBe(true)
  })

  it('if it is of a class, whose members are not its own', () => {
    class StoredRule {
      get action() {
        return 'read'
      }
      get subject() {
        return 'Post'
      }
      get conditions() {
        return { authorId: 7 }
      }
    }
    expect(createMongoAbility([new StoredRule()]).can('read', post)).toBe(false)
  })

  it('although somebody changes a date of its filter', () => {
    const own = abilityOf({ at: { $lte: new Date(1) } })
    const filter = filterOf(own, 'read', 'Post')
    const { conditions } = (
      filter as unknown as { readonly where: { readonly conditions: readonly { value?: Date }[] } }
    ).where
    conditions[1]?.value?.setTime(1e15)
    expect(own.can('read', post)).toBe(false)
    expect(JSON.stringify(filterOf(own, 'read', 'Post'))).toContain('"1970-01-01T00:00:00.001Z"')
  })

  it('if a getter answers differently each time', () => {
    let reads = 0
    const conditions = {
      get authorId() {
        reads += 1
        return reads === 1 ? 7 : 8
      },
    }
    expect(abilityOf(conditions).can('read', post)).toBe(false)
    expect(reads).toBe(1)
  })

  it('until an update', () => {
    const own = abilityOf({ authorId: 8 })
    expect(own.can('read', post)).toBe(true)
    own.update(readable({ authorId: 7 }))
    expect(own.can('read', post)).toBe(false)
  })

  it('although a user of the condition writes to it', () => {
    const { ast } = abilityOf({ authorId: 7, tag: { $in: ['a'] } }).rulesFor('read', 'Post')[0] ?? {}
    expect(() => Object.assign(ast ?? {}, { value: [] })).toThrow(TypeError)
    expect(() => (ast?.value as unknown[]).pop()).toThrow(TypeError)
  })

  it('if the new rules are invalid', () => {
    const own = abilityOf({ authorId: 8 })
    expect(() => own.update(readable(1))).toThrow('Conditions must be an object')
    expect([own.can('read', post), own.rules]).toEqual([true, readable({ authorId: 8 })])
  })
})

describe('names of prototypes', () => {
  it('are no operators and change no prototype', () => {
    const query: unknown = JSON.parse(
      '{"__proto__": {"admin": true}, "constructor": 1, "toString.call": 2, "a.b": 3}',
    )
    const own = abilityOf(query)
    expect(own.can('read', subject('Post', {}))).toBe(false)
    expect(rulesToFields(own, 'read', 'Post')).toEqual({ toString: { call: 2 }, a: { b: 3 } })
    expect(typeof Object.prototype.toString.call).toBe('function')
    expect({}).not.toHaveProperty('admin')
  })

  it('are no aliases', () => {
    expect(createAliasResolver({ modify: 'update' })('constructor')).toEqual(['constructor'])
  })

  it('are no types of data', () => {
    const body: object = JSON.parse('{"constructor": {"modelName": "Post"}}')
    expect(detectSubjectType(body)).toBe('Object')
    expect(() => detectSubjectType(Object.create(null))).toThrow('call "subject"')
  })
})

it('a pattern of a field takes little time for any field', () => {
  const matches = fieldPatternMatcher(['a**'.repeat(40) + 'b'])
  expect(matches('a'.repeat(20_000))).toBe(false)
})

it('an alias for all actions is refused', () => {
  expect(() => createAliasResolver({ change: ['update', 'manage'] })).toThrow('cannot stand for "manage"')
})

it('an alias that stands for itself is refused, and ends if nobody checks it', () => {
  const aliases = { change: 'update', update: 'change' }
  expect(() => createAliasResolver(aliases)).toThrow('stands for itself')
  expect(createAliasResolver(aliases, { skipValidate: true })('change')).toEqual(['change', 'update'])
})

it('questions about many actions and types do not fill the memory', () => {
  const own = defineAbility((can) => can('manage', 'all'))
  const found = Array.from({ length: 1000 }, (_, i) => own.possibleRulesFor(`action${i}`, `Type${i}`))
  expect(new Set(found).size).toBe(1)
})

describe('a filter', () => {
  it.each([
    ['regex', { title: { $regex: 'a' } }, 'this operator, by "regex" of "title"'],
    ['exists', { title: { $exists: true } }, 'this operator, by "exists" of "title"'],
    ['size', { tags: { $size: 1 } }, 'this operator, by "size" of "tags"'],
    ['the order of texts', { title: { $lt: 'a' } }, 'the order of "a", by "lt" of "title"'],
    ['a place in a list', { 'tags.0': 'a' }, 'the place in a list'],
    ['an item itself', { tags: { $elemMatch: { $eq: 'a' } } }, 'this attribute, by "eq"'],
    ['an empty name', { 'owner..id': 1 }, 'this attribute, by "eq" of "owner..id"'],
    ['an object', { owner: { id: 1 } }, 'a comparison with {"id":1}, by "eq" of "owner"'],
    ['values of two kinds', { a: { $in: [1, 'a'] } }, 'a list of values of two kinds'],
  ])('refuses %s by name', (_, conditions, message) => {
    expect(() => filterOf(abilityOf(conditions), 'read', 'Post')).toThrow(message)
  })

  it.each([
    ['operators of its own', buildMongoQueryMatcher({}, { eq: () => true }), 'The operator "eq" is not one'],
    ['options of its own', buildMongoQueryMatcher({}, {}, { compare: () => 0 }), 'A matcher with options'],
  ])('refuses a matcher with %s', (_, conditionsMatcher, message) => {
    const own = createMongoAbility(readable({ a: 1 }), { conditionsMatcher })
    expect(own.can('read', subject('Post', { a: 2 }))).toBe(true)
    expect(() => filterOf(own, 'read', 'Post')).toThrow(message)
  })

  it('refuses conditions that it does not know', () => {
    const own = new Ability([{ action: 'read', subject: 'Post', conditions: { a: 1 } }], {
      conditionsMatcher: () => () => true,
    })
    expect(() => filterOf(own, 'read', 'Post')).toThrow('The matcher of the conditions has no "toCondition"')
  })
})
