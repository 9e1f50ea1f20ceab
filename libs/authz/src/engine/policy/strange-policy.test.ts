import { describe, expect, it } from 'vitest'
import {
  AccessDenied,
  type Condition,
  InvalidPolicy,
  and,
  attrs,
  definePolicy,
  holds,
  not,
  or,
  where,
} from '../../index.ts'
import { parsePolicy, toJson } from '../../json/index.ts'
import { pack, unpack } from '../../pack/index.ts'

type Builder = Readonly<Record<'allow' | 'deny', (...args: readonly unknown[]) => void>>

const define = (config: unknown) => definePolicy()(config as never)
const withRules = (rules: unknown, more: object = {}) =>
  define({ resources: { docs: ['read', 'write'] }, roles: { READER: { rules } }, ...more })
const withCondition = (when: unknown, more: object = {}) =>
  withRules((b: Builder) => b.allow('docs:read', () => when), more)

const d = where<{ id: number; owner: number; at: Date; then: number }>()
const reader = { id: 1, roles: ['READER'] }
const eq = { op: 'eq', attribute: 'id', value: 1 }

describe('a condition', () => {
  it.each<[string, unknown]>([
    ['with a part that is undefined', and(d.id.eq(1), undefined as never)],
    ['with a hole in its parts', { op: 'or', conditions: [, eq] }], // eslint-disable-line no-sparse-arrays
    ['with parts that are no list', { op: 'and', conditions: eq }],
    ['with a hole in a list', { ...eq, op: 'in', value: [1, , 2] }], // eslint-disable-line no-sparse-arrays
    ['about an attribute that is a number', { ...eq, attribute: 5 }],
    ['about an attribute without a name', { ...eq, attribute: '' }],
    ['with an operator in a list', { ...eq, op: ['eq'] }],
    ['with an operator that turns into a text', { ...eq, op: { toString: () => 'eq' } }],
    ['with a reference that has other members', { ...eq, value: { subject: 'id', or: 1 } }],
    ['of an unknown kind', { ...eq, kind: 'int' }],
    ['with a kind in a list', { ...eq, kind: ['integer'] }],
    ['that gives a junction a kind', { op: 'and', kind: 'integer', conditions: [] }],
  ])('is refused: %s', (_, condition) => {
    expect(() => withCondition(condition)).toThrow(/^roles\.READER\.rules\[0\]: invalid condition /)
  })

  it.each<[string, unknown]>([
    ['integer', d.id.eq('1' as never)],
    ['uuid', d.id.eq(1)],
    ['boolean', d.id.in([1])],
    ['timestamp', d.id.lt(5)],
    ['text', d.id.lt(where<{ subject: number }>() as never)],
    ['textArray', d.id.eq('a' as never)],
    ['integerArray', { op: 'contains', attribute: 'id', value: 'a' }],
    ['integer', { op: 'contains', attribute: 'id', value: 1 }],
  ])('is refused if it can be true for no value of the kind %s', (kind, condition) => {
    expect(() => withCondition({ ...(condition as object), kind })).toThrow('invalid condition')
  })

  it('has the kind that the attributes of its resource declare', () => {
    const withLiteral = (value: unknown) =>
      withRules((b: Builder) => b.allow('docs:read', (a: typeof d) => a.id.eq(value as never)), {
        attributes: { docs: attrs({ id: 'integer' }) },
      })
    expect(() => withLiteral('x')).toThrow('invalid condition')
    expect(withLiteral(7).can(reader, 'docs:read' as never, { id: 7 } as never)).toBe(true)
  })

  it('may compare an attribute whose name is an operator', () => {
    const policy = withCondition({ ...eq, attribute: 'eq' })
    expect(policy.can(reader, 'docs:read' as never, { eq: 1 } as never)).toBe(true)
  })

  it('that throws names its rule', () => {
    const compare = (a: { id: number }) => a.id > 5
    expect(() => withRules((b: Builder) => b.allow('docs:read', compare))).toThrow(
      /^roles\.READER\.rules\[0\]: invalid condition that throws TypeError/,
    )
  })

  it('is found after a callback that defines another policy', () => {
    const rules = (b: Builder) =>
      b.allow('docs:read', (a: typeof d) => (withCondition(eq), a.id.eq(1)) && a.owner.eq(1))
    expect(() => withRules(rules)).toThrow('that loses')
  })
})

it('does not hold if its operator is unknown', () => {
  for (const condition of [
    { op: 'nor', conditions: [] },
    { op: 'AND', conditions: [] },
  ] as never[]) {
    expect(holds(condition, {})).toBe(false)
    expect(holds(not(condition), {})).toBe(false)
  }
})

it('may ask whether an object with attributes of known kinds is null', () => {
  const policy = define({
    resources: { docs: ['read'] },
    attributes: { docs: attrs({ owner: { id: 'integer' }, members: [{ id: 'integer' }] }) },
    roles: {
      READER: {
        rules: (b: Builder) =>
          b.allow('docs:read', (a: Readonly<Record<'owner' | 'members', { isNull(): Condition }>>) =>
            and(a.owner.isNull(), a.members.isNull()),
          ),
      },
    },
  })
  expect(policy.can(reader, 'docs:read' as never, { owner: null, members: null } as never)).toBe(true)
})

describe('a rule', () => {
  it.each<[string, (b: Builder) => void]>([
    [
      'two conditions',
      (b) =>
        b.allow(
          'docs:read',
          () => eq,
          () => or(),
        ),
    ],
    ['two lists of fields', (b) => b.allow('docs:read', { omit: ['a'] }, { omit: ['b'] })],
    ['no permission', (b) => b.deny([])],
    ['a permission that is undefined', (b) => b.deny(undefined)],
    ['a permission that is a symbol', (b) => b.deny(Symbol('docs:read'))],
    ['a member of the engine', (b) => b.allow('docs:read', { path: 'roles.ADMIN.rules[0]' })],
    ['a field without a name', (b) => b.allow('docs:read', { omit: [''] })],
  ])('is refused with %s', (_, rules) => {
    expect(() => withRules(rules)).toThrow(/^roles\.READER\.rules\[0\]: invalid rule /)
  })

  it.each<[string, unknown]>([
    ['an async function, whose later rules would be lost', async () => undefined],
    ['a list', []],
    ['a text', 'docs:read'],
  ])('is refused if the rules of a role are %s', (_, rules) => {
    expect(() => withRules(rules)).toThrow(/^roles\.READER\.rules\[0\]: invalid rule /)
  })
})

describe('a policy', () => {
  it.each<[unknown, string]>([
    [{ resources: { docs: 'read' }, roles: {} }, 'resources.docs: no list of names: "read"'],
    [{ resources: { docs: [7] }, roles: {} }, 'resources.docs: no list of names: [7]'],
    [{ resources: { docs: null }, roles: {} }, 'resources.docs: no list of names: null'],
    [{ resources: {}, roles: {}, grantsShowAllFields: '*' }, 'grantsShowAllFields: no list of names: "*"'],
    [{ resources: {}, roles: {}, grantsShowAllFields: null }, 'grantsShowAllFields: no list of names: null'],
  ])('of another form is refused by name: %j', (config, message) => {
    expect(() => define(config)).toThrow(
      new InvalidPolicy([
        { path: message.split(': ')[0] as string, message: message.slice(message.indexOf(': ') + 2) },
      ]),
    )
  })

  it('with long names, or with thousands of misspelt names, is refused in linear time', () => {
    const long = 'a'.repeat(50_000)
    const rules = (names: unknown) => (b: Builder) => b.allow(names)
    expect(() => withRules(rules(`${long}:rea`), { resources: { [long]: ['read'] } })).toThrow(InvalidPolicy)
    const many = (name: string) => Array.from({ length: 5_000 }, (_, i) => `${name}${i}:read`)
    const resources = Object.fromEntries(many('some').map((name) => [name.slice(0, -5), ['read']]))
    expect(() => withRules(rules(many('same')), { resources })).toThrow(InvalidPolicy)
  })

  it('with names twice is the same as JSON and as packed rules', () => {
    const policy = define({
      resources: { docs: ['read', 'read'] },
      roles: {
        GUEST: {},
        READER: {
          inherits: ['GUEST', 'GUEST'],
          rules: (b: Builder) => b.allow(['docs:read', 'docs:read'], { omit: ['a', 'a'], mask: ['b', 'b'] }),
        },
      },
      grantsShowAllFields: ['docs:read', 'docs:read'],
    })
    expect(parsePolicy(JSON.stringify(toJson(policy))).can(reader, 'docs:read')).toBe(true)
    expect(unpack(JSON.parse(JSON.stringify(pack(policy, reader)))).can('docs:read')).toBe(true)
  })
})

describe('a request', () => {
  const policy = withRules((b: Builder) => b.allow('docs:read'))

  it('gains nothing by a role that only turns into the name of a role', () => {
    for (const role of [['READER'], { toString: () => 'READER' }])
      expect(pack(policy, { id: 1, roles: [role] } as never).rules).toEqual([])
  })

  it('for a permission that is no text throws AccessDenied', () => {
    for (const odd of [Object.create(null), { toString: () => null }, 7, undefined])
      expect(() => policy.authorize(reader, odd as never)).toThrow(AccessDenied)
  })
})
