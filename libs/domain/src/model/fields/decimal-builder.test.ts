import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { compareDecimals, type Decimal } from '../../rules/decimal.ts'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import type { ChangeOf, NewOf, RecordOf } from '../types/record-values.ts'
import { record } from '../types/record.ts'
import { date, decimal, line } from './field-builders.ts'
import type { Field } from './field.ts'

const about = 'A test.'

const findProblems = (price: Field): string => {
  try {
    const allowed = { read: { GUEST: 'all' }, write: { ADMIN: 'all' } } as const
    const fields = { title: line(80, { about }), price }
    contentModel([...builtInModel.types, record({ name: 'Ware', plural: 'wares', about, allowed, fields })])
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('C16.1 decimals', () => {
  it('have a type of their own in records, and are texts from clients and in rights', () => {
    const Ware = record({
      name: 'Ware',
      plural: 'wares',
      about,
      allowed: {
        read: { GUEST: (ware) => ware.price.lt('20'), READER: (ware) => ware.opensOn.lte('2026-11-20') },
        write: { ADMIN: 'all' },
      },
      fields: {
        price: decimal(10, 2, { about }),
        rate: decimal(5, 4, { about, initial: '0.5' }),
        old: decimal(10, 2, { about, optional: true }),
        opensOn: date({ about }),
      },
    })
    expectTypeOf<RecordOf<typeof Ware>['price']>().toEqualTypeOf<Decimal>()
    expectTypeOf<RecordOf<typeof Ware>['old']>().toEqualTypeOf<Decimal | null>()
    expectTypeOf<NewOf<typeof Ware>['price']>().toEqualTypeOf<string>()
    expectTypeOf<ChangeOf<typeof Ware>['rate']>().toEqualTypeOf<string | null | undefined>()
    expect(Ware.attributes.rate).toMatchObject({ kind: 'decimal', initial: '0.5000' })
    const { policy } = contentModel([...builtInModel.types, Ware])
    const read = (roles: readonly string[], record: object) =>
      policy.can({ id: null, roles } as never, 'wares:read' as never, record as never)
    expect(read(['GUEST'], { price: '19.99', opensOn: '2027-01-01' })).toBe(true)
    expect(read(['GUEST'], { price: '100.00', opensOn: '2026-01-01' })).toBe(false)
    expect(read(['READER'], { price: '100.00', opensOn: '2026-01-01' })).toBe(true)
  })

  it.each([
    [decimal(0, 0, { about }), 'the precision is 0; write the number of all digits, from 1 to 38'],
    [decimal(39, 0, { about }), 'the precision is 39'],
    [decimal(2.5, 0, { about }), 'the precision is 2.5'],
    [decimal(5, 6, { about }), 'the scale is 6; write the number of digits behind the point, from 0 to 5'],
    [decimal(5, -1, { about }), 'the scale is -1'],
    [decimal('10' as never, 2, { about }), 'the precision is 10'],
    [decimal(5, 2, { about, least: 'x' }), 'least "x" must be a decimal'],
    [decimal(5, 2, { about, most: '1.005' }), 'most "1.005" must have at most 3 digits before the point'],
    [decimal(5, 2, { about, most: 5 as never }), 'most 5 must be a text such as "12.50"'],
    [decimal(5, 2, { about, least: '10', most: '9.5' }), 'least 10 is above most 9.5; exchange them'],
    [decimal(5, 2, { about, initial: '1.005' }), 'the initial "1.005" must have at most 3 digits'],
    [decimal(5, 2, { about, initial: 1 as never }), 'the initial 1 must be a string'],
    [decimal(5, 2, { about, initial: '5', most: '4' }), 'the initial "5" must not be more than 4'],
    [decimal(5, 2, { about, example: 'ten' }), 'the example "ten" must be a decimal'],
    [decimal(5, 2, { about, pattern: 'x' } as never), 'pattern'],
    [decimal(5, 2, undefined as never), 'about must be a sentence'],
  ])('are refused at the start of the service: %#', (price, problem) => {
    expect(findProblems(price)).toContain(problem)
  })

  it('are written with all digits of the scale, and there is one zero', () => {
    const { check } = decimal(6, 3, { about })
    expect(['1', '-1.5', '0', '-0', '-0.00', '999.999'].map((text) => check(text))).toEqual([
      '1.000',
      '-1.500',
      '0.000',
      '0.000',
      '0.000',
      '999.999',
    ])
    expect(decimal(2, 2, { about }).check('0.5')).toBe('0.50')
    expect(() => decimal(2, 2, { about }).check('1')).toThrow(
      'at most 0 digits before the point, and 2 behind it',
    )
    for (const wrong of ['', '1.', '.1', '01', '00', '+1', '1e3', ' 1', '1\n', '--1', '1.2.3', '1_0', '١'])
      expect(() => check(wrong)).toThrow('must be a decimal such as "12.50"')
  })

  it('keep the order of their numbers, and take as much time as they have digits', () => {
    const { check } = decimal(38, 19, { about })
    const units = fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n })
    const write = (value: bigint) => {
      const digits = `${value < 0n ? -value : value}`.padStart(20, '0')
      return check(
        `${value < 0n ? '-' : ''}${digits.slice(0, -19).replace(/^0+(?=\d)/, '')}.${digits.slice(-19)}`,
      )
    }
    fc.assert(
      fc.property(units, units, (a, b) => {
        expect(Math.sign(compareDecimals(write(a), write(b)))).toBe(a < b ? -1 : Number(a > b))
      }),
    )
    const begin = performance.now()
    for (const long of ['9'.repeat(10_000), `0.${'0'.repeat(10_000)}`, `0.${'0'.repeat(9_999)}1`])
      for (let round = 0; round < 100; round += 1) compareDecimals(long, `${long}1`)
    expect(performance.now() - begin).toBeLessThan(1_000)
  })
})
