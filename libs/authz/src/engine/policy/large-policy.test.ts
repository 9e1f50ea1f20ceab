import { describe, expect, it } from 'vitest'
import { InvalidPolicy, type Condition, and, attrs, definePolicy, not, or, where } from '../../index.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)
const withCondition = (when: () => unknown) =>
  definePolicy()({
    resources: { docs: ['read'] },
    roles: { READER: { rules: (b) => b.allow('docs:read', when as never) } },
  })
const reader = { id: 1, roles: ['READER'] }
const d = where<{ id: number; status: string }>()

// Each case takes milliseconds, or fails with the time limit of the tests if its time grows faster than its size.
describe('a large policy', () => {
  it('decides with a list of 200,000 values, and gives filters with it', () => {
    const policy = withCondition(() => d.id.in(numbers(200_000)))
    expect(policy.can(reader, 'docs:read', { id: 199_999 })).toBe(true)
    expect(policy.can(reader, 'docs:read', { id: 200_000 })).toBe(false)
    expect(policy.filter(reader, 'docs:read').kind).toBe('when')
  })

  it('decides with 5,000 conditions side by side', () => {
    const policy = withCondition(() => or(...numbers(5_000).map((id) => d.id.eq(id))))
    expect(policy.can(reader, 'docs:read', { id: 4_999 })).toBe(true)
    expect(policy.filter(reader, 'docs:read').kind).toBe('when')
  })

  it.each([
    ['and', (inner: Condition) => and(inner, d.id.gt(0))],
    ['or', (inner: Condition) => or(d.id.gt(0), inner)],
    ['not', (inner: Condition) => not(inner)],
  ])('refuses 5,000 levels of %s, and names the rule', (_, wrap) => {
    const deep = () => numbers(5_000).reduce<Condition>((inner) => wrap(inner), d.id.eq(1))
    expect(() => withCondition(deep)).toThrow(InvalidPolicy)
    expect(() => withCondition(deep)).toThrow(
      /^roles\.READER\.rules\[0\]: invalid condition .*too deep or too large/,
    )
  })

  it('decides with 60 levels', () => {
    const policy = withCondition(() => numbers(60).reduce<Condition>((inner) => not(and(inner)), d.id.eq(1)))
    expect(policy.can(reader, 'docs:read', { id: 1 })).toBe(true)
  })

  it('refuses a condition that contains itself, and one that doubles at each level', () => {
    const cycle = { op: 'not' } as unknown as { condition: unknown }
    cycle.condition = cycle
    expect(() => withCondition(() => cycle)).toThrow(InvalidPolicy)
    const doubled = () => numbers(100).reduce<Condition>((inner) => and(inner, inner), d.id.eq(1))
    expect(() => withCondition(doubled)).toThrow(InvalidPolicy)
  })

  it('decides for a subject with 200,000 roles, permissions and teams', () => {
    const policy = definePolicy<typeof reader & { teams: readonly number[] }>()({
      resources: { docs: ['read'] },
      attributes: { docs: attrs<{ readonly teamId: number }>() },
      roles: { READER: { rules: (b) => b.allow('docs:read', (doc, s) => doc.teamId.in(s.teams)) } },
    })
    const names = numbers(200_000).map(String)
    const subject = { id: 1, roles: ['READER', ...names], permissions: names, teams: numbers(200_000) }
    expect(policy.can(subject, 'docs:read', { teamId: 199_999 })).toBe(true)
    expect(policy.filter(subject, 'docs:read').kind).toBe('when')
  })
})
