import { describe, expect, it } from 'vitest'
import { decimal, date, line, one } from '../model/fields/field-builders.ts'
import { record } from '../model/types/record.ts'
import { defaultPolicyFile, readPolicy } from '../policy-file/policy-file.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'

const about = 'A test.'
const Shop = record({
  name: 'Shop',
  plural: 'shops',
  about,
  allowed: { read: { GUEST: (shop) => shop.rent.in(['0', '12.5']) }, write: { ADMIN: 'all' } },
  fields: { title: line(80, { about }), rent: decimal(8, 2, { about, optional: true }) },
})
const Ware = record({
  name: 'Ware',
  plural: 'wares',
  about,
  allowed: {
    read: {
      GUEST: (ware) => ware.shop.rent.lt('10'),
      READER: (ware) => ware.shop.may('shops:read'),
      AUTHOR: (ware) => ware.opensOn.gt('2026-11-20'),
    },
    write: { ADMIN: 'all' },
  },
  fields: {
    title: line(80, { about }),
    prices: line(80, { about, optional: true }),
    price: decimal(8, 2, { about, optional: true }),
    opensOn: date({ about, optional: true }),
    shop: one(Shop, { about, optional: true }),
  },
})
const model = contentModel([...builtInModel.types, Shop, Ware])

const reads = (policy: typeof model.policy, role: string, ware: object) =>
  policy.can({ id: null, roles: [role] } as never, 'wares:read' as never, ware as never)

const declareRight = (right: (ware: never) => unknown) => () =>
  contentModel([
    ...builtInModel.types,
    record({
      name: 'Good',
      plural: 'goods',
      about,
      allowed: { read: { GUEST: right as never }, write: { ADMIN: 'all' } },
      fields: { price: decimal(8, 2, { about }) },
    }),
  ])

describe('C16.1 rights by decimals and dates', () => {
  it.each([
    ['GUEST', { shop: { rent: '9.99' } }, true],
    ['GUEST', { shop: { rent: '10.00' } }, false],
    ['GUEST', { shop: { rent: null } }, false],
    ['GUEST', { shop: null }, false],
    ['READER', { shop: { rent: '12.50' } }, true],
    ['AUTHOR', { shop: null, opensOn: '2026-11-21' }, true],
    ['AUTHOR', { shop: null, opensOn: '2026-11-20' }, false],
    ['AUTHOR', { shop: null, opensOn: null }, false],
  ])('decide for %s about %j: %j', (role, ware, truth) => {
    expect(reads(model.policy, role, { title: 'A', price: '1.00', opensOn: null, ...ware })).toBe(truth)
  })

  it('are in the policy file with their kind, and come back from it', () => {
    const file = JSON.stringify(defaultPolicyFile(model))
    expect(file).toContain('{"op":"lt","attribute":"rent","by":"numeric","value":"10"}')
    expect(file).toContain('{"op":"gt","attribute":"opensOn","by":"day","value":"2026-11-20"}')
    const { policy } = readPolicy(model, file)
    expect(reads(policy, 'GUEST', { shop: { rent: '9.99' } })).toBe(true)
  })

  const readRule = (when: object) => () => {
    const { roles, ...file } = defaultPolicyFile(model)
    const rule = { effect: 'allow', permissions: ['wares:read'], when }
    return readPolicy(model, JSON.stringify({ ...file, roles: { ...roles, GUEST: { rules: [rule] } } }))
  }

  it.each([
    [{ op: 'eq', attribute: 'price', value: '1' }, 'is compared in its own order; add "by": "numeric"'],
    [{ op: 'lt', attribute: 'price', value: 1 }, 'add "by": "numeric"'],
    [{ op: 'lt', attribute: 'price', by: 'numeric', value: '1,5' }, 'with a text such as "12.50"'],
    [{ op: 'lt', attribute: 'price', by: 'day', value: '2026-11-20' }, 'add "by": "numeric"'],
    [{ op: 'lt', attribute: 'opensOn', by: 'day', value: '2026-02-30' }, 'with a text such as "2026-11-20"'],
    [
      { op: 'eq', attribute: 'title', by: 'numeric', value: '1' },
      'cannot be compared by numeric; remove "by"',
    ],
    [{ op: 'eq', attribute: 'price', by: '__proto__', value: '1' }, 'the text function "__proto__"'],
  ])('are refused in a policy file: %j', (when, problem) => {
    expect(readRule(when)).toThrow(problem)
  })

  it('C7.7 a policy file from before compares equal dates without the kind', () => {
    const { policy } = readRule({ op: 'eq', attribute: 'opensOn', value: '2026-11-20' })()
    expect(reads(policy, 'GUEST', { opensOn: '2026-11-20' })).toBe(true)
  })

  it.each([
    [(ware: { price: { lt(value: unknown): unknown } }) => ware.price.lt('ten'), 'such as "12.50"'],
    [(ware: { price: { lt(value: unknown): unknown } }) => ware.price.lt(5), 'such as "12.50"'],
    [(ware: { price: { eq(value: unknown): unknown } }) => ware.price.eq('007'), 'a text with a decimal'],
  ])('are refused in a declaration: %#', (right, problem) => {
    expect(declareRight(right as never)).toThrow(problem)
  })
})
