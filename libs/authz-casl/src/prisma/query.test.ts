import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { matcher } from '@content-service/authz'
import { tableRows } from '../../tests/generate-casl.ts'
import { filterOf, subject } from '../index.ts'
import { accessibleBy, createCaslExtension, createPrismaAbility, prismaQuery } from './index.ts'

const own = { noNullPrototype: true }
const numbers = fc.constantFrom(null, 0, 1, 2, -1)
const texts = fc.constantFrom(null, 'a', 'b', 'ab')
const known = fc.constantFrom('a', 'b')
const isNot = <T>(value: fc.Arbitrary<T>) => fc.record({ not: value }, own)

const ofText = fc.oneof(
  texts,
  isNot(texts),
  fc.record({ in: fc.array(texts, { maxLength: 2 }) }, own),
  fc.record({ notIn: fc.array(texts, { maxLength: 2 }) }, own),
  isNot(fc.record({ equals: texts }, own)),
)
const ofNumber = fc.oneof(
  numbers,
  ...['lt', 'lte', 'gt', 'gte'].map((op) => fc.record({ [op]: fc.constantFrom(0, 1, -1) }, own)),
)
const ofList = fc.oneof(
  fc.record({ has: known }, own),
  fc.record({ hasSome: fc.array(known, { maxLength: 2 }) }, own),
  fc.record({ hasEvery: fc.array(known, { minLength: 1, maxLength: 2 }) }, own),
)

/** Conditions that the engine expresses, about rows of tables. */
const queries = fc.letrec<{ readonly query: object }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.record({ text: ofText, number: ofNumber }, { ...own, requiredKeys: [] }),
    fc.record({ texts: ofList }, own),
    ...['is', 'isNot'].map((op) =>
      fc.record({ owner: fc.record({ [op]: fc.record({ number: ofNumber, text: ofText }, own) }, own) }, own),
    ),
    ...['some', 'every', 'none'].map((op) =>
      fc.record({ items: fc.record({ [op]: fc.record({ number: ofNumber }, own) }, own) }, own),
    ),
    ...['AND', 'OR', 'NOT'].map((op) => fc.record({ [op]: fc.array(tie('query'), { maxLength: 2 }) }, own)),
  ),
})).query

const abilityOf = (conditions: object) =>
  createPrismaAbility([{ action: 'read', subject: 'Post', conditions: conditions as never }])

it('makes a filter of the rows that the conditions select', () => {
  fc.assert(
    fc.property(queries, fc.array(tableRows, { minLength: 4, maxLength: 8 }), (where, rows) => {
      const isSelected = matcher(filterOf(abilityOf(where), 'read', 'Post'))
      for (const row of rows) expect(isSelected(row)).toBe(prismaQuery(where)(row))
    }),
    { numRuns: countRuns({ short: 3000, long: 60_000 }) },
  )
})

describe('conditions that select more in Prisma than in memory', () => {
  it.each([
    ['undefined', { authorId: undefined }, '"equals" compares with undefined'],
    ['not undefined', { authorId: { not: undefined } }, '"not" compares with undefined'],
    ['undefined in a list', { authorId: { in: [undefined] } }, '"in" expects to receive an array'],
    ['a mode without an operator', { title: { mode: 'insensitive' } }, '"mode" of "title" has no effect'],
    [
      'a mode of equals',
      { title: { equals: 'a', mode: 'insensitive' } },
      '"mode" of "title" has no effect on "equals"',
    ],
    ['an unknown operator', { title: { search: 'a' } }, '"equals" does not supports comparison'],
    ['an operator beside others', { title: { contains: 'a', search: 'b' } }, 'and also "search"'],
    ['a list of texts', { OR: ['a'] }, 'Conditions must be an object'],
  ])('%s is refused', (_, where, message) => {
    expect(() => abilityOf(where)).toThrow(message)
  })

  it('do not come from a later change of a rule', () => {
    const where: Record<string, unknown> = { authorId: 7 }
    const ability = abilityOf(where)
    where['authorId'] = undefined
    expect(accessibleBy(ability).ofType('Post')).toEqual({ OR: [{ authorId: 7 }] })
  })
})

it.each([
  [{ title: { startsWith: 'a' } }, '"startsWith" of "title"'],
  [{ title: { contains: 'a', mode: 'insensitive' } }, '"icontains" of "title"'],
  [{ tags: { isEmpty: true } }, '"isEmpty" of "tags"'],
  [{ tags: { hasEvery: [] } }, '"hasEvery" of "tags"'],
  [{ dates: { has: new Date(0) } }, '"has" of "dates"'],
  [{ title: { isSet: true } }, '"isSet" of "title"'],
])('the filter refuses %o by name', (where, name) => {
  expect(() => filterOf(abilityOf(where), 'read', 'Post')).toThrow(name)
})

it('a text operator is false for null', () => {
  const ability = abilityOf({ title: { startsWith: 'a' } })
  expect(ability.can('read', subject('Post', { title: null }))).toBe(false)
})

describe('the extension', () => {
  const send = (args: object) =>
    createCaslExtension().query.$allModels.$allOperations({ args, query: (given) => given })
  const none = { OR: [] }

  it.each([
    [none, { OR: [], AND: [none] }],
    [
      { id: 1, AND: none },
      { id: 1, OR: [], AND: [{ id: 1, AND: none }] },
    ],
    [[{ posts: { some: none } }], { OR: [], AND: [{ posts: { some: none } }] }],
  ])('makes the query %o empty', (where, wanted) => {
    expect(send({ where, take: 1 })).toEqual({ where: wanted, take: 1 })
  })

  it('refuses a query that contains itself', () => {
    const where: Record<string, unknown> = {}
    where['AND'] = where
    expect(() => send({ where })).toThrow('The query is too deep')
  })

  it('leaves other queries', () => {
    for (const args of [{}, { where: { OR: [{ id: 1 }], at: new Date(0) } }]) expect(send(args)).toBe(args)
  })
})
