import { describe, expect, it } from 'vitest'
import { type Condition, InvalidPolicy, and, not, or, subject, where } from '../index.ts'
import { toMongo } from './index.ts'

interface Article {
  readonly ownerId: number
  readonly status: string
  readonly tags: readonly string[]
}
const article = where<Article>()

describe('toMongo', () => {
  it('writes constants', () => {
    expect([toMongo({ kind: 'always' }), toMongo({ kind: 'never' }), toMongo(and()), toMongo(or())]).toEqual([
      {},
      { $nor: [{}] },
      {},
      { $nor: [{}] },
    ])
  })

  it('keeps lists out of comparisons', () => {
    expect(toMongo(article.status.eq('DRAFT'))).toEqual({
      status: { $eq: 'DRAFT', $type: ['string'], $not: { $type: 'array' } },
    })
  })

  it('includes null, and no absent field, in a negation', () => {
    expect(toMongo(not(article.status.eq('DRAFT')))).toEqual({
      $or: [
        { status: { $nin: ['DRAFT'], $type: ['string'], $not: { $type: 'array' } } },
        { status: { $type: 'null', $not: { $type: 'array' } } },
      ],
    })
  })

  it('sends a bigint as a number if it is the same, and no bigint that BSON lacks', () => {
    const level = where<{ level: bigint }>().level
    expect(JSON.stringify(toMongo(level.eq(7n)))).toContain('{"$eq":7,')
    expect(toMongo(level.lt(2n ** 70n + 1n))).toMatchObject({ level: { $lte: 2 ** 70 } })
    expect(toMongo(level.eq(2n ** 53n + 1n))).toMatchObject({ level: { $eq: 2n ** 53n + 1n } })
  })

  it('selects no time that no date of JavaScript has', () => {
    const { at } = where<{ at: Date }>()
    const [first, day, last] = [new Date(-8.64e15), new Date(0), new Date(8.64e15)]
    expect(toMongo(at.gt(day))).toMatchObject({ at: { $gt: day, $lte: last } })
    expect(toMongo(at.lte(day))).toMatchObject({ at: { $lte: day, $gte: first } })
    expect(toMongo(not(at.eq(day)))).toMatchObject({
      $or: [{ at: { $nin: [day], $gte: first, $lte: last } }, { at: { $type: 'null' } }],
    })
    expect(toMongo(at.eq(day))).toEqual({
      at: { $eq: day, $type: ['date'], $not: { $type: 'array' } },
    })
  })

  it('refuses names that MongoDB reads as paths or operators, all at once', () => {
    const eq = (attribute: string): Condition => ({ op: 'eq', attribute, value: 1 })
    const conditions = or(eq('a.b'), not(eq('$where')), eq('__proto__'), eq('fine'))
    expect(() => toMongo(conditions)).toThrow(InvalidPolicy)
    expect(() => toMongo(conditions)).toThrow(
      'a.b: MongoDB has no field with this name\n$where: MongoDB has no field with this name\n__proto__: MongoDB',
    )
  })

  it('refuses a reference to a subject', () => {
    expect(() => toMongo(article.ownerId.eq(subject<{ id: number }>().id))).toThrow(
      /compares "ownerId" with "id"/,
    )
  })
})
