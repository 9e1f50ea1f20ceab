import { describe, expect, it } from 'vitest'
import { DutyConflict, type Exclusion, separateDuties } from './index.ts'
import { InvalidPolicy, definePolicy } from '../index.ts'

const policy = definePolicy()({
  resources: { payments: ['enter', 'approve', 'audit'] },
  roles: {
    CLERK: { rules: (b) => b.allow('payments:enter') },
    APPROVER: { rules: (b) => b.allow('payments:approve') },
    AUDITOR: { rules: (b) => b.allow('payments:audit') },
    SENIOR_CLERK: { inherits: ['CLERK'] },
  },
})
const exclusions: readonly Exclusion[] = [
  { name: 'four eyes', roles: ['CLERK', 'APPROVER'], kind: 'dynamic' },
  { name: 'independent audit', roles: ['AUDITOR', 'APPROVER'], kind: 'static' },
]
const duties = separateDuties(policy, exclusions)
const subject = (...roles: readonly string[]) => ({ id: 1, roles })

describe('separation of duty', () => {
  it('static: finds roles that must not be assigned together, inherited ones too', () => {
    expect(duties.conflicts(['AUDITOR', 'APPROVER'])).toEqual([
      { exclusion: 'independent audit', roles: ['AUDITOR', 'APPROVER'] },
    ])
    expect(duties.conflicts(['CLERK', 'APPROVER'])).toEqual([])
    const inherited = separateDuties(policy, [{ name: 'x', roles: ['CLERK', 'AUDITOR'], kind: 'static' }])
    expect(inherited.conflicts(['SENIOR_CLERK', 'AUDITOR'])).toHaveLength(1)
  })

  it('dynamic: lets one have both roles, but use one at a time', () => {
    const both = subject('SENIOR_CLERK', 'APPROVER')
    const entering = duties.activate(both, ['SENIOR_CLERK'])
    expect(policy.can(entering, 'payments:enter')).toBe(true)
    expect(policy.can(entering, 'payments:approve')).toBe(false)
    expect(() => duties.activate(both, ['SENIOR_CLERK', 'APPROVER'])).toThrow(DutyConflict)
  })

  it('refuses a session to whoever has roles that are excluded statically', () => {
    expect(() => duties.activate(subject('AUDITOR', 'APPROVER'), ['AUDITOR'])).toThrow(/independent audit/)
  })

  it('activates only roles that the subject has', () => {
    expect(() => duties.activate(subject('CLERK'), ['APPROVER'])).toThrow(
      new RangeError('The subject does not have the role APPROVER. Activate only roles of the subject.'),
    )
  })

  it('counts: at most two of three', () => {
    const some = separateDuties(policy, [
      { name: 'x', roles: ['CLERK', 'APPROVER', 'AUDITOR'], atMost: 2, kind: 'static' },
    ])
    expect(some.conflicts(['CLERK', 'APPROVER'])).toEqual([])
    expect(some.conflicts(['CLERK', 'APPROVER', 'AUDITOR'])).toHaveLength(1)
  })

  it.each([
    [{ kind: 'statik' }],
    [{ atMost: Number.NaN }],
    [{ atMost: '1' }],
    [{ roles: 'CLERK' }],
    [{ name: 5 }],
    [{ most: 1 }],
  ])('refuses an exclusion that would exclude nothing: %j', (change) => {
    const odd = { name: 'x', roles: ['CLERK', 'APPROVER'], kind: 'static', ...change } as Exclusion
    expect(() => separateDuties(policy, [odd])).toThrow(/^exclusions\[0\]: invalid exclusion /)
  })

  it('reads the roles of a subject once', () => {
    let reads = 0
    const changing = Object.defineProperty({ id: 1 }, 'roles', {
      enumerable: true,
      get: () => (reads++ ? ['CLERK'] : ['AUDITOR', 'APPROVER']),
    }) as ReturnType<typeof subject>
    expect(() => duties.activate(changing, ['AUDITOR'])).toThrow(DutyConflict)
    expect(reads).toBe(1)
  })

  it('activates no role of a subject that cannot be read, and no role from a text', () => {
    const throwing = Object.defineProperty({ id: 1 }, 'roles', {
      get: () => {
        throw new Error('not loaded')
      },
    }) as ReturnType<typeof subject>
    expect(() => duties.activate(throwing, ['CLERK'])).toThrow('The subject does not have the role CLERK.')
    const text = duties.activate(subject('CLERK'), 'CLERK' as never)
    expect(policy.can(text, 'payments:enter')).toBe(false)
  })

  it('does not change with the lists that it received', () => {
    const [names, active] = [['CLERK', 'APPROVER'], ['CLERK']]
    const own = separateDuties(policy, [{ name: 'x', roles: names, kind: 'static' }])
    const session = own.activate(subject('CLERK'), active)
    names.length = 0
    active.push('APPROVER')
    expect(own.conflicts(['CLERK', 'APPROVER'])).toHaveLength(1)
    expect(policy.can(session, 'payments:approve')).toBe(false)
    expect(Object.isFrozen(own.conflicts(['CLERK', 'APPROVER'])[0]?.roles)).toBe(true)
  })

  it('refuses a policy in which one role has what is excluded, and unknown roles', () => {
    const wrong = () =>
      separateDuties(policy, [
        { name: 'x', roles: ['CLERK', 'SENIOR_CLERK'], kind: 'static' },
        { name: 'y', roles: ['constructor'], kind: 'static' },
      ])
    expect(wrong).toThrow(InvalidPolicy)
    expect(wrong).toThrow(
      /unknown role "constructor"[^]*roles.SENIOR_CLERK.inherits: x: a subject may not have .* at the same time/,
    )
  })
})
