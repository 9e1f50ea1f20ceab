import { describe, expect, it } from 'vitest'
import { holds } from './evaluate.ts'

describe('an attribute of the kind date', () => {
  const day = (op: string, value: unknown) => ({ op, attribute: 'opensOn', kind: 'date', value }) as never
  const spring = new Date('2026-03-29')

  it.each([
    ['eq', spring, '2026-03-29', true],
    ['eq', spring, '2026-03-30', false],
    ['lt', spring, '2026-03-28', true],
    ['gte', spring, '2026-03-29', true],
    ['gte', spring, '2026-03-28', false],
    ['in', [spring], '2026-03-29', true],
    ['lt', spring, new Date('2026-03-28'), true],
    ['lt', spring, null, false],
    ['lt', spring, 'soon', false],
    ['lt', spring, '2026-02-30', false],
  ])('compares the text of a day as its midnight: %s %s %s', (op, value, opensOn, truth) => {
    expect(holds(day(op, value), { opensOn })).toBe(truth)
  })

  it('cannot be tested with another text, so that neither the condition nor its negation is true', () => {
    const not = { op: 'not', condition: day('lt', spring) } as never
    expect([holds(not, { opensOn: 'soon' }), holds(not, { opensOn: '2026-04-01' })]).toEqual([false, true])
  })

  it('is compared with another attribute of the kind', () => {
    const condition = {
      op: 'lt',
      attribute: 'opensOn',
      kind: 'date',
      value: { attribute: 'closesOn', kind: 'date' },
    } as never
    expect(holds(condition, { opensOn: '2026-03-29', closesOn: '2026-03-30' })).toBe(true)
    expect(holds(condition, { opensOn: new Date('2026-03-30'), closesOn: '2026-03-30' })).toBe(false)
  })
})
