import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { and, holds, not, or, where, type Condition } from '../index.ts'
import { simplify } from '../engine/conditions/simplify.ts'
import { isNever } from './contradiction.ts'

interface Hall {
  readonly seats: number
  readonly title: string | null
  readonly isOpen: boolean
  readonly opensAt: Date
  readonly ownerId: number
}
interface Show extends Hall {
  readonly hall: Hall
  readonly halls: readonly Hall[]
  readonly tags: readonly string[]
}
const show = where<Show>()
const caller = where<{ readonly level: number }>()
const [early, late] = [new Date('2026-01-01'), new Date('2026-02-01')]

describe('a condition that is never true', () => {
  it.each<[string, Condition]>([
    ['an empty choice', or()],
    ['an empty list', show.seats.in([])],
    ['two values', and(show.title.eq('a'), show.title.eq('b'))],
    ['lists without a common value', and(show.title.in(['a', 'b']), show.title.in(['c', 'd']))],
    ['an empty range', and(show.seats.gt(5), show.seats.lt(3))],
    ['a range that ends where it begins', and(show.seats.gt(5), show.seats.lte(5))],
    ['a value outside of a range', and(show.seats.eq(7), show.seats.lt(7))],
    ['an empty range of times', and(show.opensAt.gte(late), show.opensAt.lt(early))],
    ['a flag that is both', and(show.isOpen.eq(true), show.isOpen.eq(false))],
    [
      'a flag that is neither',
      and(not(show.isOpen.eq(true)), not(show.isOpen.eq(false)), not(show.isOpen.isNull())),
    ],
    ['null with a value', and(show.title.isNull(), show.title.eq('a'))],
    ['null and not null', and(show.title.isNull(), not(show.title.isNull()))],
    ['an object', and(show.hall.seats.gt(5), show.hall.seats.lt(3))],
    ['an item', show.halls.some((hall) => and(hall.seats.gt(5), hall.seats.lt(3)))],
    [
      'each alternative',
      and(show.seats.eq(1), or(show.seats.eq(2), and(show.seats.gt(3), show.title.eq('a')))),
    ],
  ])('%s', (_, condition) => {
    expect(isNever(simplify(condition))).toBe(true)
  })

  it.each<[string, Condition]>([
    ['everything', and()],
    ['a value', show.title.eq('a')],
    ['a range with one value', and(show.seats.gte(5), show.seats.lte(5))],
    [
      'two items',
      and(
        show.halls.some((hall) => hall.seats.gt(5)),
        show.halls.some((hall) => hall.seats.lt(3)),
      ),
    ],
    ['two tags', and(show.tags.contains('a'), show.tags.contains('b'))],
    ['attributes of two objects', and(show.seats.gt(5), show.hall.seats.lt(3))],
    ['a value of the caller', and(show.ownerId.eq(caller.level), show.ownerId.eq(7))],
    ['one alternative', and(show.seats.eq(1), or(show.seats.eq(2), show.title.eq('a')))],
    ['not a value', and(not(show.title.eq('a')), not(show.title.eq('b')))],
  ])('is not %s', (_, condition) => {
    expect(isNever(simplify(condition))).toBe(false)
  })

  const number = fc.integer({ min: 0, max: 4 })
  const comparison: fc.Arbitrary<Condition> = fc
    .tuple(fc.constantFrom('seats', 'ownerId'), fc.constantFrom('eq', 'lt', 'lte', 'gt', 'gte'), number)
    .map(([attribute, op, value]) => ({ attribute, op, value }) as Condition)
  const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      comparison,
      fc.array(tie('condition'), { maxLength: 4 }).map((parts) => and(...parts)),
      fc.array(tie('condition'), { maxLength: 4 }).map((parts) => or(...parts)),
      tie('condition').map((inner) => not(inner)),
    ),
  }))

  it('is true for none of many rows', () => {
    fc.assert(
      fc.property(condition, number, number, (any, seats, ownerId) => {
        expect(isNever(simplify(any)) && holds(any, { seats, ownerId })).toBe(false)
      }),
      { numRuns: 5_000 },
    )
  })
})
