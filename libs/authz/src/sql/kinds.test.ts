import { describe, expect, it } from 'vitest'
import { type Condition, attrs, definePolicy, not, where } from '../index.ts'
import { type Dialect, fieldsToFragment, fieldsToSql, toFragment, toSql } from './index.ts'

const kinds = {
  id: 'integer',
  price: 'decimal',
  name: 'text',
  key: 'uuid',
  at: 'timestamp',
  day: 'date',
  isOpen: 'boolean',
  tags: 'textArray',
  levels: 'integerArray',
} as const
const a = where<{
  id: number | bigint
  price: number
  name: string
  key: string
  at: Date
  day: Date
  isOpen: boolean
  tags: readonly string[]
  levels: readonly number[]
}>(kinds)
const KEY = '8d1e8a4e-7f8d-4b44-9e0a-1f2d3c4b5a69'
const ides = new Date('-000043-03-15T00:00:00.000Z')
const far = new Date('+020000-01-01T00:00:00.000Z')
const noon = new Date('2026-01-02T12:00:00Z')
const many = Array.from({ length: 60 }, (_, i) => i)
const isExactPrice = `case when trunc("price") = "price" then "price" <> all('{NaN,Infinity,-Infinity}') when abs("price") between 4e-324 and 9007199254740992 then "price"::float8::text::numeric = "price" end`
const nothing = ['false', []] as const

const write = (condition: Condition, dialect: Dialect) => {
  const { text, values } = toSql(condition, { dialect })
  return [text, values]
}

describe('an attribute with a kind', () => {
  it.each([
    ['"id" = $1::int8', [7], a.id.eq(7)],
    ['("id" <> $1::int8 or "id" is null)', [7], not(a.id.eq(7))],
    [...nothing, a.id.eq('abc' as never)],
    ['"id" is null', [], not(a.id.eq('abc' as never))],
    [...nothing, a.id.eq(1.5)],
    [...nothing, a.id.eq(1e30)],
    ['"id" <= $1::int8', [1], a.id.lt(1.5)],
    ['"id" is not null', [], a.id.lt(1e30)],
    ['"id" in ($1::int8, $2::int8)', [1, 2n], a.id.in([1, 1.5, 2n])],
    ['"id" = any($1::int8[])', [many], a.id.in(many)],
    ['"price" = $1::numeric', [1.5], a.price.eq(1.5)],
    ['"price" in ($1::numeric, $2::numeric)', ['99999999999999991611392', 0.1], a.price.in([1e23, 0.1])],
    [`(${isExactPrice} and "price" > $1::numeric)`, [1.5], a.price.gt(1.5)],
    [`((${isExactPrice} and "price" <> $1::numeric) or "price" is null)`, [1.5], not(a.price.eq(1.5))],
    ['("name" = $1 and "name"::text collate "C" = $2::text)', ['x', 'x'], a.name.eq('x')],
    [...nothing, a.name.eq('\0')],
    ['"key" = $1::uuid', [KEY], a.key.eq(KEY)],
    [...nothing, a.key.eq('1')],
    [`("at" < '275760-09-13 00:00:00.001+00' and "at" >= $1)`, ['2026-01-02T12:00:00.000Z'], a.at.gte(noon)],
    [`("at" > '-infinity' and "at" < $1)`, ['2026-01-02T12:00:00.001Z'], a.at.lte(noon)],
    ['"id" = $1::int8', ['1152921504606846976'], a.id.eq(2 ** 60)],
    [...nothing, a.day.eq(noon)],
    [`("at" > '-infinity' and "at" < '0044-03-15T00:00:00.000Z BC')`, [], a.at.lt(ides)],
    [
      `date_trunc('milliseconds', "at") in ($1, '20000-01-01T00:00:00.000Z')`,
      ['2026-01-02T12:00:00.000Z'],
      a.at.in([noon, far]),
    ],
    [`("day" > '-infinity' and "day" <= $1)`, ['2026-01-02T00:00:00.000Z'], a.day.lt(noon)],
    [
      `((("day" > '-infinity' and "day" < '275760-09-14') and "day" <> $1) or "day" is null)`,
      ['2026-01-02T00:00:00.000Z'],
      not(a.day.eq(new Date('2026-01-02'))),
    ],
    ['"isOpen" = $1::bool', [true], a.isOpen.eq(true)],
    [
      '("tags" @> array[$1]::text[] and "tags" collate "C" @> array[$2]::text[])',
      ['x', 'x'],
      a.tags.contains('x'),
    ],
    ['$1::int8 = any("levels")', [7], a.levels.contains(7)],
  ])('uses the index of its column in PostgreSQL: %s', (text, values, condition) => {
    expect(write(condition, 'postgresql')).toEqual([text, values])
  })

  it('is tested exactly in SQLite, which converts values', () => {
    expect(write(a.id.eq(7), 'sqlite')).toEqual([`(typeof("id") = 'integer' and "id" = ?)`, [7]])
    expect(write(a.isOpen.eq(true), 'sqlite')).toEqual([
      `(typeof("isOpen") = 'integer' and "isOpen" in (0, 1) and "isOpen" = ?)`,
      [1],
    ])
    expect(write(a.id.in(many), 'sqlite')).toEqual([
      `(typeof("id") = 'integer' and "id" in (select value from json_each(?)))`,
      [JSON.stringify(many)],
    ])
  })

  it('is compared by code points in MySQL, after its index', () => {
    expect(write(a.name.eq('x'), 'mysql')).toEqual([
      '(`name` = ? and cast(convert(`name` using utf8mb4) as binary) = ?)',
      ['x', 'x'],
    ])
    const { text, values } = toSql(a.tags.contains('x'), { dialect: 'mysql' })
    expect(text).toContain("json_type(`tags`) = 'ARRAY' and json_contains(`tags`, ?)")
    expect(values).toEqual(['"x"'])
  })
})

it('a value that no row can be compared with gives no rows, in both polarities', () => {
  for (const dialect of ['postgresql', 'sqlite', 'mysql'] as const)
    for (const value of [Number.NaN, undefined, {}, new Date(Number.NaN), Symbol('x'), []])
      for (const condition of [
        { op: 'eq', attribute: 'id', value },
        { op: 'contains', attribute: 'id', value },
      ])
        for (const polarity of [condition as Condition, not(condition as Condition)])
          expect(write(polarity, dialect)).toEqual(nothing)
})

it('the texts of a fragment are the texts of a template', () => {
  const { strings } = toFragment(a.id.eq(7))
  expect(strings.raw).toEqual(['"id" = ', '::int8'])
  expect(Object.keys(strings)).toEqual(['0', '1'])
})

describe('the fields of a list', () => {
  const policy = definePolicy<{ id: number; roles: readonly string[] }>()({
    resources: { users: ['read'] },
    attributes: { users: attrs({ id: 'integer', email: 'text', phone: 'text' }) },
    roles: {
      READER: {
        rules: (b) => {
          b.allow('users:read', { omit: ['phone'], mask: ['email'] })
          b.allow('users:read', (u, s) => u.id.eq(s.id))
        },
      },
      ADMIN: { rules: (b) => b.allow('*') },
    },
  })
  const fields = ['id', 'email', 'phone']

  it('are null on the rows that omit or mask them', () => {
    const filter = policy.filter({ id: 7, roles: ['READER'] }, 'users:read')
    expect(
      fieldsToSql(filter, fields, {
        dialect: 'postgresql',
        masked: (name) => `left("${name}", 1)`,
        firstPlaceholder: 2,
      }),
    ).toEqual({
      text: '"id" as "id", case when "id" = $2::int8 then "email" when true then left("email", 1) end as "email", case when "id" = $3::int8 then "phone" end as "phone"',
      values: [7, 7],
    })
  })

  it('are plain columns if all rows show them', () => {
    const filter = policy.filter({ id: 7, roles: ['ADMIN'] }, 'users:read')
    expect(fieldsToFragment(filter, fields).strings).toEqual([
      '"id" as "id", "email" as "email", "phone" as "phone"',
    ])
  })
})
