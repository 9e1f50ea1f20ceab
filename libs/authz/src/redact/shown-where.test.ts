import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { and, attrs, definePolicy, holds, type Subject, where } from '../index.ts'
import { isShownAlways, shownWhere } from './index.ts'

interface Person {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly isListed: boolean
}
const people = definePolicy<Subject & { readonly id: number | null }>()({
  resources: { people: ['read'] },
  attributes: { people: attrs<Person>() },
  roles: {
    USER: {
      rules: (b) => {
        b.allow('people:read', { omit: ['email'] })
        b.allow('people:read', (p) => p.isListed.eq(true), { mask: ['email'] })
        b.allow('people:read', (p, s) => p.id.eq(s.id))
      },
    },
    CLERK: { rules: (b) => b.allow('people:read', { fields: ['id', 'name'] }) },
    ADMIN: { rules: (b) => b.allow('people:read') },
    BLIND: { inherits: ['ADMIN'], rules: (b) => b.deny('people:read', { fields: ['email'] }) },
  },
})
const createFilter = (...roles: readonly string[]) => people.filter({ id: 7, roles }, 'people:read')

describe('the rows that show a field', () => {
  it.each([
    [['USER'], 'name', true],
    [['USER'], 'email', false],
    [['ADMIN'], 'email', true],
    [['USER', 'ADMIN'], 'email', true],
    [['BLIND'], 'email', false],
    [['BLIND'], 'name', true],
    [['CLERK'], 'name', true],
    [['CLERK'], 'email', false],
    [['CLERK'], 'isListed', false],
    [['CLERK'], 'a column of tomorrow', false],
    [[], 'name', false],
  ])('of %j are all of them for %j: %j', (roles, field, expected) => {
    expect(isShownAlways(createFilter(...roles), field)).toBe(expected)
  })

  it('are those for which the policy shows the field, whatever the row and the roles', () => {
    const rows = fc.record({
      id: fc.constantFrom(7, 8),
      name: fc.constant('Ada'),
      email: fc.constantFrom('a@b.c', 'd@e.f'),
      isListed: fc.boolean(),
    })
    const roles = fc.subarray(['USER', 'CLERK', 'ADMIN', 'BLIND'])
    const field = fc.constantFrom('id', 'name', 'email', 'isListed')
    fc.assert(
      fc.property(rows, roles, field, (row, held, name) => {
        const filter = createFilter(...held)
        const isVisible = filter.kind === 'always' || (filter.kind === 'when' && holds(filter.where, row))
        const isShown = isVisible && holds(shownWhere(filter, name), row)
        expect(isShown).toBe(people.can({ id: 7, roles: held }, 'people:read', row, name as 'email'))
      }),
    )
  })

  it('keep a client from guessing: no value of a hidden field changes the result', () => {
    const filter = createFilter('USER')
    const guess = and(shownWhere(filter, 'email'), where<Person>().email.startsWith('s'))
    const hidden = { id: 8, name: 'Grace', isListed: true }
    expect(holds(guess, { ...hidden, email: 'secret@example.org' })).toBe(false)
    expect(holds(guess, { ...hidden, id: 7, email: 'secret@example.org' })).toBe(true)
  })
})
