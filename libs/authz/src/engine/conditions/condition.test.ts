import { describe, expect, it } from 'vitest'
import { and, holds, not, or, subject, where } from '../../index.ts'
import { type Article, type User, article } from '../../../tests/support/blog.ts'

const a = where<Article>()
const s = subject<User>()

describe('holds', () => {
  it.each([
    ['eq', a.status.eq('DRAFT'), true],
    ['eq, other value', a.status.eq('PUBLISHED'), false],
    ['ne', a.status.ne('PUBLISHED'), true],
    ['in', a.status.in(['DRAFT', 'DELETED']), true],
    ['in nothing', a.status.in([]), false],
    ['lt', a.id.lt(2), true],
    ['lt, equal', a.id.lt(1), false],
    ['lte', a.id.lte(1), true],
    ['gt', a.id.gt(1), false],
    ['gte', a.id.gte(1), true],
    ['dates by instant', a.createdAt.eq(new Date('2026-01-01T01:00:00+01:00')), true],
    ['dates in order', a.createdAt.lt(new Date('2026-01-02')), true],
    ['contains', a.tags.contains('rust'), true],
    ['contains, other value', a.tags.contains('go'), false],
    ['isNull', a.teamId.isNull(), true],
    ['isNull of a value', a.ownerId.isNull(), false],
    ['and', and(a.id.eq(1), a.ownerId.eq(7)), true],
    ['and, one false', and(a.id.eq(1), a.ownerId.eq(8)), false],
    ['and of nothing', and(), true],
    ['or', or(a.id.eq(2), a.ownerId.eq(7)), true],
    ['or of nothing', or(), false],
    ['not', not(a.id.eq(2)), true],
  ])('%s', (_, condition, expected) => {
    expect(holds(condition, article({ tags: ['rust', 'sql'] }))).toBe(expected)
  })

  it('reads references from the subject', () => {
    const reader = { id: 7, roles: [], teams: [3, 4] }
    expect(holds(a.ownerId.eq(s.id), article(), reader)).toBe(true)
    expect(holds(a.ownerId.eq(s.id), article(), { ...reader, id: 8 })).toBe(false)
    expect(holds(a.teamId.in(s.teams), article({ teamId: 4 }), reader)).toBe(true)
    expect(holds(a.teamId.in(s.teams), article({ teamId: 5 }), reader)).toBe(false)
    expect(holds(a.ownerId.eq(s.id), article())).toBe(false)
  })

  it('takes numbers and bigints of one size for equal', () => {
    expect(holds(where<{ n: bigint | number }>().n.eq(5), { n: 5n })).toBe(true)
    expect(holds(where<{ n: bigint | number }>().n.gt(5n), { n: 6 })).toBe(true)
  })

  it('does not take values of different types for equal', () => {
    const any = where<{ v: string | number | boolean | Date }>()
    expect(holds(any.v.eq('1'), { v: 1 })).toBe(false)
    expect(holds(any.v.eq(0), { v: false })).toBe(false)
    expect(holds(any.v.eq(0), { v: new Date(0) })).toBe(false)
    expect(holds(any.v.eq(0), { v: '' })).toBe(false)
  })

  it('compares undefined, NaN, objects and lists with nothing: neither the condition nor its negation is true', () => {
    for (const value of [undefined, Number.NaN, {}, [], () => 1, new Date('never'), Symbol('a')]) {
      const row = { ownerId: value, teamId: value }
      expect(holds(a.ownerId.eq(s.id), row, { id: value })).toBe(false)
      expect(holds(a.ownerId.ne(s.id), row, { id: value })).toBe(false)
      expect(holds(a.ownerId.ne(s.id), { ownerId: 7 }, { id: value })).toBe(false)
      expect(holds(a.ownerId.ne(7), row)).toBe(false)
      expect(holds(a.teamId.in(s.teams), row, { teams: [value] })).toBe(false)
      expect(holds(not(a.teamId.in(s.teams)), { teamId: 4 }, { teams: [value] })).toBe(false)
    }
  })

  it('lets null equal nothing', () => {
    const row = { ownerId: null, teamId: null }
    expect(holds(a.ownerId.eq(s.id), row, { id: null })).toBe(false)
    expect(holds(a.ownerId.ne(s.id), row, { id: null })).toBe(true)
    expect(holds(not(a.teamId.in(s.teams)), row, { teams: [null] })).toBe(true)
  })
})
