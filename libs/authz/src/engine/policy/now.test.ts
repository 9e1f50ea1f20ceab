import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { analyze } from '../../analyze/index.ts'
import { explain } from '../../explain/index.ts'
import { withFacts } from '../../facts/index.ts'
import { parsePolicy, toJson } from '../../json/index.ts'
import { type PackedAbility, pack, packedSubject, readClock, unpack, unpackPolicy } from '../../pack/index.ts'
import { toSql } from '../../sql/index.ts'
import { and, attrs, definePolicy, matcher, not, now, or } from '../../index.ts'

interface Job {
  readonly opensAt: Date
  readonly closesAt: Date | null
  readonly parts: readonly { readonly endsAt: Date }[]
}

const NOON = new Date('2026-05-01T12:00:00Z')
const later = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000)
const job: Job = { opensAt: later(-10), closesAt: later(10), parts: [{ endsAt: later(5) }] }
const user = { id: 7, roles: ['USER'] }

const jobs = definePolicy<{ id: number; roles: string[] }>()({
  resources: { jobs: ['read', 'apply', 'join', 'stop'] },
  attributes: { jobs: attrs<Job>({ opensAt: 'timestamp', closesAt: 'timestamp' }) },
  roles: {
    USER: {
      rules: (b) => {
        b.allow('jobs:read', (j) => and(j.opensAt.lte(now()), j.closesAt.gt(now())))
        b.allow('jobs:apply', (j) => or(j.closesAt.isNull(), not(j.closesAt.lte(now()))))
        b.allow('jobs:join', (j) => j.parts.some((part) => part.endsAt.gt(now())))
        b.allow('jobs:stop')
        b.deny('jobs:stop', (j) => j.opensAt.gt(now()))
      },
    },
  },
})

beforeEach(() => void vi.useFakeTimers({ now: NOON }))
afterEach(() => void vi.useRealTimers())

describe('now() is the time of the check', () => {
  it('in checks of a policy and of an ability that is older', () => {
    const ability = jobs.for(user)
    expect([jobs.can(user, 'jobs:read', job), ability.can('jobs:read', job)]).toEqual([true, true])
    vi.setSystemTime(later(10))
    expect([jobs.can(user, 'jobs:read', job), ability.can('jobs:read', job)]).toEqual([false, false])
    expect(ability.decide('jobs:read', job).effect).toBe('deny')
    expect(() => ability.authorize('jobs:read', job)).toThrow('Missing permission: jobs:read')
    vi.setSystemTime(later(-11))
    expect([ability.can('jobs:read', job), ability.can('jobs:stop', job)]).toEqual([false, false])
  })

  it('through lists, negations and null', () => {
    const ability = jobs.for(user)
    expect([ability.can('jobs:join', job), ability.can('jobs:apply', job)]).toEqual([true, true])
    vi.setSystemTime(later(10))
    expect([ability.can('jobs:join', job), ability.can('jobs:apply', job)]).toEqual([false, false])
    expect(ability.can('jobs:apply', { ...job, closesAt: null })).toBe(true)
  })

  it('once in a decision, although the clock goes on', () => {
    const point = definePolicy<{ id: number; roles: string[] }>()({
      resources: { jobs: ['read'] },
      attributes: { jobs: attrs<Job>() },
      roles: {
        USER: { rules: (b) => b.allow('jobs:read', (j) => and(j.opensAt.gte(now()), j.opensAt.lte(now()))) },
      },
    })
    const slow = {
      ...job,
      get opensAt() {
        vi.advanceTimersByTime(1000)
        return NOON
      },
    }
    expect(point.can(user, 'jobs:read', slow)).toBe(true)
    vi.setSystemTime(NOON)
    expect(point.for(user).can('jobs:read', slow)).toBe(true)
  })

  it('once in a filter, as a parameter of the SQL', () => {
    const filter = jobs.filter(user, 'jobs:read')
    const { text, values } = toSql(filter, { dialect: 'postgresql' })
    // PostgreSQL has microseconds: a time of this millisecond is before the next one.
    const next = '2026-05-01T12:00:00.001Z'
    expect(values).toEqual([next, next])
    expect(text).not.toContain('2026')
    vi.setSystemTime(later(60))
    expect(matcher(filter)(job)).toBe(true)
    expect(matcher(jobs.filter(user, 'jobs:read'))(job)).toBe(false)
  })

  it('or the time of a context', () => {
    const ability = jobs.for(user, { now: later(10) })
    expect([ability.can('jobs:read', job), ability.can('jobs:stop', job)]).toEqual([false, true])
    expect(jobs.for(user, { now: undefined }).can('jobs:read', job)).toBe(true)
    const broken = jobs.for(user, { now: new Date(NaN) })
    expect([broken.can('jobs:read', job), broken.can('jobs:stop', job)]).toEqual([false, false])
  })

  it('and never an attribute of the subject', () => {
    const forged = { ...user, $now: later(-60), now: later(-60) }
    vi.setSystemTime(later(10))
    expect([jobs.can(forged, 'jobs:read', job), jobs.for(forged).can('jobs:read', job)]).toEqual([
      false,
      false,
    ])
  })

  it('beside facts that are loaded', async () => {
    const teams = definePolicy<{ id: number; roles: string[] }, { memberOf: number[] }>()({
      resources: { jobs: ['read'] },
      attributes: { jobs: attrs<Job & { teamId: number }>() },
      roles: {
        USER: {
          rules: (b) => b.allow('jobs:read', (j, _, c) => and(j.teamId.in(c.memberOf), j.closesAt.gt(now()))),
        },
      },
    })
    const ability = withFacts(teams, user, { memberOf: async (ids) => ids })
    expect(await ability.can('jobs:read', { ...job, teamId: 1 })).toBe(true)
    vi.setSystemTime(later(10))
    expect(await ability.can('jobs:read', { ...job, teamId: 1 })).toBe(false)
  })
})

describe('tools know now()', () => {
  it('an explanation names it', () => {
    vi.setSystemTime(later(10))
    const { text } = explain(jobs, user, 'jobs:read', job)
    expect(text).toContain('closesAt > now()')
  })

  it('JSON has it as an attribute of the context', () => {
    const json = JSON.parse(JSON.stringify(toJson(jobs)))
    expect(JSON.stringify(json)).toContain('{"subject":"$now"}')
    expect(parsePolicy(json).can(user, 'jobs:read', job)).toBe(true)
    expect(analyze(jobs)).toEqual([])
  })

  it('a condition that does not use it is a mistake', () => {
    const define = () =>
      definePolicy<{ id: number; roles: string[] }>()({
        resources: { jobs: ['read'] },
        attributes: { jobs: attrs<Job>() },
        roles: { USER: { rules: (b) => b.allow('jobs:read', (j) => (now(), j.closesAt.isNull())) } },
      })
    expect(define).toThrow('$now')
  })
})

describe('packed rules with now()', () => {
  it('are refused, unless the reader has a clock', () => {
    expect(() => pack(jobs, user)).toThrow('a condition compares with now()')
    const packed = JSON.parse(JSON.stringify(pack(jobs, user, { clock: 'reader' })))
    expect(() => unpack(packed)).toThrow('rules[0]: needs the time; give `readClock()` to the option "clock"')
  })

  it('decide by the clock of the reader', () => {
    const packed = JSON.parse(JSON.stringify(pack(jobs, user, { clock: 'reader' })))
    const ability = unpack(packed, { clock: readClock() })
    const names = ['jobs:read', 'jobs:apply', 'jobs:join', 'jobs:stop'] as const
    const all = (at: PackedAbility) => names.map((name) => at.can(name, job))
    for (const minutes of [-11, -10, 0, 5, 9, 10, 60]) {
      vi.setSystemTime(later(minutes))
      const wanted = names.map((name) => jobs.for(user).can(name, job))
      expect(all(ability)).toEqual(wanted)
      expect(all(unpackPolicy(packed).for(packedSubject(packed)))).toEqual(wanted)
      vi.setSystemTime(later(-99))
      expect(all(unpack(packed, { clock: readClock(() => later(minutes)) }))).toEqual(wanted)
    }
    expect(all(unpack(packed, { clock: readClock(() => new Date(NaN)) }))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  it('have no other references', () => {
    const packed = JSON.parse(JSON.stringify(pack(jobs, user, { clock: 'reader' })).replaceAll('$now', 'id'))
    expect(() => unpack(packed, { clock: readClock() })).toThrow('has an invalid condition')
  })
})
