import { describe, expect, it } from 'vitest'
import { defaultsOf } from './index.ts'
import { type Condition, and, not, or, where } from '../index.ts'

interface Row {
  readonly ownerId: number
  readonly status: string
  readonly at: Date
  readonly closedAt: Date | null
  readonly owner: { readonly teamId: number; readonly name: string }
  readonly tags: readonly { readonly name: string }[]
}
const a = where<Row>()
const at = new Date(5)

describe('defaultsOf', () => {
  it.each<[string, Condition, object]>([
    ['an equal value', a.ownerId.eq(7), { ownerId: 7 }],
    ['a list of one value', a.ownerId.in([7]), { ownerId: 7 }],
    ['a list of two values', a.ownerId.in([7, 8]), {}],
    ['null', a.closedAt.isNull(), { closedAt: null }],
    ['all parts of an and', and(a.ownerId.eq(7), a.at.eq(at), a.status.ne('X')), { ownerId: 7, at }],
    ['equal dates', and(a.at.eq(at), a.at.eq(new Date(5))), { at }],
    ['two values of an and', and(a.ownerId.eq(7), a.ownerId.eq(8), a.status.eq('X')), { status: 'X' }],
    [
      'parts of an or that are equal',
      or(and(a.ownerId.eq(7), a.status.eq('X')), a.ownerId.eq(7)),
      { ownerId: 7 },
    ],
    ['parts of an or that differ', or(a.ownerId.eq(7), a.ownerId.eq(8)), {}],
    ['a related object', and(a.owner.teamId.eq(3), a.ownerId.eq(7)), { owner: { teamId: 3 }, ownerId: 7 }],
    [
      'two attributes of a related object',
      and(a.owner.teamId.eq(3), a.owner.name.eq('x')),
      { owner: { teamId: 3, name: 'x' } },
    ],
    ['related objects that differ', or(a.owner.teamId.eq(3), a.owner.teamId.eq(4)), {}],
    ['a negation', not(a.ownerId.eq(7)), {}],
    ['an order', a.ownerId.gt(7), {}],
    ['a list of objects', a.tags.some((tag) => tag.name.eq('x')), {}],
    [
      'an attribute with the name __proto__',
      where<{ ['__proto__']: number }>().__proto__.eq(5),
      JSON.parse('{"__proto__":5}'),
    ],
  ])('%s', (_, condition, expected) => {
    expect(defaultsOf({ kind: 'when', where: condition })).toStrictEqual(expected)
  })

  it('gives no default for all rows or no row', () => {
    expect(defaultsOf({ kind: 'always' })).toEqual({})
    expect(defaultsOf({ kind: 'never' })).toEqual({})
  })
})
