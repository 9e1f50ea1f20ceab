import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { analyze } from '../analyze/index.ts'
import {
  type Condition,
  type OrderedText,
  type Subject,
  attrs,
  definePolicy,
  holds,
  where,
} from '../index.ts'
import { parsePolicy, toJson } from '../json/index.ts'
import { toMongo } from '../mongo/index.ts'
import { pack } from '../pack/index.ts'
import { unpack } from '../pack/unpack.ts'
import { toSql } from '../sql/index.ts'
import { compareNumerics, day, numeric } from './index.ts'

const product = where<{ readonly price: OrderedText; readonly opensOn: OrderedText }>({
  price: numeric,
  opensOn: day,
})

const ask = (condition: Condition, ...prices: readonly unknown[]) =>
  prices.filter((price) => holds(condition, { price }))

const definePrices = (when: (a: typeof product, s: { readonly limit: never }) => Condition) =>
  definePolicy<Subject & { readonly limit?: unknown }>()({
    resources: { products: ['read'] },
    attributes: { products: attrs({ price: numeric, opensOn: day }) },
    roles: { USER: { rules: (b) => b.allow('products:read', when as never) } },
  })

const caller = (limit: unknown) => ({ id: 1, roles: ['USER'], limit }) as const

describe('C16.1 decimals', () => {
  it('compare all of their digits, and no zeros that say nothing', () => {
    expect(ask(product.price.eq('12.5'), '12.50', '012.5', '12.500000000000000001')).toEqual([
      '12.50',
      '012.5',
    ])
    expect(ask(product.price.lt('0.1'), '0.09999999999999999999', '0.1', '-7', '-0.1')).toEqual([
      '0.09999999999999999999',
      '-7',
      '-0.1',
    ])
    expect(ask(product.price.gte('-2'), '-2.0', '-10', '10', '-0', '9')).toEqual(['-2.0', '10', '-0', '9'])
    expect(ask(product.price.in(['0', '1e1']), '-0.00', '1')).toEqual(['-0.00'])
    expect(ask(product.price.ne('2'), '2.0', '3', null)).toEqual(['3', null])
    expect(ask(product.price.isNull(), null, '1')).toEqual([null])
  })

  it('are neither greater nor less than what is no decimal', () => {
    for (const condition of [product.price.lt('5'), product.price.ne('5'), product.price.in(['5', 'x'])])
      expect(ask(condition, 1, 1n, 'x', '', 'NaN', '1e1', '+1', ['1'], undefined)).toEqual([])
  })

  it('have the order of their numbers', () => {
    const scaled = fc.tuple(
      fc.bigInt({ min: -(10n ** 45n), max: 10n ** 45n }),
      fc.integer({ min: 0, max: 50 }),
    )
    const write = ([value, scale]: readonly [bigint, number]) => {
      const digits = `${value < 0n ? -value : value}`.padStart(scale + 1, '0')
      const [whole, part] = [digits.slice(0, digits.length - scale), digits.slice(digits.length - scale)]
      return `${value < 0n ? '-' : ''}${whole}${part && `.${part}`}`
    }
    fc.assert(
      fc.property(scaled, scaled, (a, b) => {
        const [left, right] = [a[0] * 10n ** BigInt(50 - a[1]), b[0] * 10n ** BigInt(50 - b[1])]
        expect(Math.sign(compareNumerics(write(a), write(b)))).toBe(left < right ? -1 : Number(left > right))
      }),
    )
  })

  it('take a time that grows with their length alone', () => {
    const long = `${'9'.repeat(1_000_000)}.${'0'.repeat(1_000_000)}1`
    const begin = performance.now()
    expect(ask(product.price.gt(long), `${long}1`, long)).toEqual([`${long}1`])
    expect(performance.now() - begin).toBeLessThan(1_000)
  })
})

describe('C16.1 days', () => {
  it('have the order of the calendar', () => {
    const ask = (condition: Condition, ...days: readonly unknown[]) =>
      days.filter((opensOn) => holds(condition, { opensOn }))
    expect(ask(product.opensOn.lt('2026-03-01'), '2026-02-28', '2026-03-01', '2026-02-30', null)).toEqual([
      '2026-02-28',
    ])
    expect(ask(product.opensOn.gte('0001-01-01'), '0001-01-01', '9999-12-31', '0000-12-31')).toHaveLength(2)
  })
})

describe('a policy', () => {
  it('has types for an ordered kind', () => {
    expectTypeOf(product.price.lt).toBeCallableWith('1')
    expectTypeOf(product.price).not.toHaveProperty('startsWith')
  })

  it('refuses values that are none of the kind, and says what to write', () => {
    const refused = [
      (a: typeof product) => a.price.lt('ten'),
      (a: typeof product) => a.price.in(['1', '2e3']),
      (a: typeof product) => a.price.eq(5 as never),
      (a: typeof product) =>
        (a.price as never as { startsWith: (text: string) => Condition }).startsWith('1'),
    ]
    for (const when of refused)
      expect(() => definePrices(when)).toThrow(
        'compare it by eq, in, lt, lte, gt or gte with a text such as "12.50"',
      )
    expect(() => definePrices((a) => a.opensOn.lt('2026-02-30'))).toThrow('such as "2026-11-20"')
    expect(() => definePrices((a) => a.price.lt(a.opensOn as never))).toThrow('price')
  })

  it('compares with a value of the subject, and denies if that is no decimal', () => {
    const policy = definePrices((a, s) => a.price.lte(s.limit))
    const can = (limit: unknown, price: unknown) =>
      policy.can(caller(limit), 'products:read', { price } as never)
    expect([
      can('10.00', '9.99'),
      can('10', '10.01'),
      can('x', '1'),
      can(10, '1'),
      can(undefined, '1'),
    ]).toEqual([true, false, false, false, false])
    const read = (limit: unknown) =>
      toSql(policy.filter(caller(limit), 'products:read'), { dialect: 'postgresql' })
    expect(read('10.00')).toMatchObject({ values: ['10.00'] })
    expect(read('x').text).toBe('false')
  })

  it('is JSON, and goes to a browser with the kind', () => {
    const policy = definePrices((a) => a.price.lt('10'))
    const json = JSON.parse(JSON.stringify(toJson(policy)))
    expect(json.roles.USER.rules[0].when).toEqual({
      op: 'lt',
      attribute: 'price',
      by: 'numeric',
      value: '10',
    })
    const parsed = parsePolicy({ ...json, attributes: { products: { price: 'numeric' } } })
    const row = { price: '9.99' }
    expect(parsed.can(caller(0), 'products:read', row)).toBe(true)
    const packed = JSON.parse(JSON.stringify(pack(policy, caller(0))))
    expect(unpack(packed, { functions: [numeric] }).can('products:read', row)).toBe(true)
    expect(() => unpack(packed)).toThrow('numeric')
  })

  it('refuses JSON that compares without the kind, or by a wrong one', () => {
    const parse = (when: object) =>
      parsePolicy({
        resources: { products: ['read'] },
        attributes: { products: { price: 'numeric', title: 'text' } },
        roles: { USER: { rules: [{ effect: 'allow', permissions: ['products:read'], when }] } },
      })
    const equal = { op: 'eq', attribute: 'price', value: '1' }
    expect(() => parse(equal)).toThrow('price has the kind numeric; add "by": "numeric"')
    expect(() => parse({ ...equal, by: 'numeric', value: '1,5' })).toThrow('such as "12.50"')
    expect(() => parse({ ...equal, op: 'lt', attribute: 'title', by: 'day' })).toThrow(
      'title has the kind text',
    )
    expect(() => parse({ ...equal, op: 'lt' })).toThrow('number')
    expect(parse({ op: 'isNull', attribute: 'price' })).toBeDefined()
  })

  it('is not found contradictory by the texts of its decimals', () => {
    const findings = analyze(
      definePrices((a) => ({ op: 'and', conditions: [a.price.eq('1'), a.price.eq('1.0')] })),
    )
    expect(findings).toEqual([])
  })

  it('is refused by databases that have no such order', () => {
    const condition = product.price.lt('1')
    for (const dialect of ['sqlite', 'mysql'] as const)
      expect(() => toSql(condition, { dialect })).toThrow('compares "price" by numeric in PostgreSQL alone')
    expect(() => toMongo(condition)).toThrow('numeric')
  })
})
