import { describe, expect, it } from 'vitest'
import { analyze, findExcess } from '../../analyze/index.ts'
import { separateDuties } from '../../duty/index.ts'
import { explain } from '../../explain/index.ts'
import { withFacts } from '../../facts/index.ts'
import { heldRoles } from '../../graphql/held-roles.ts'
import { InvalidPolicy, definePolicy } from '../../index.ts'
import { parsePolicy, toJson } from '../../json/index.ts'
import { pack, unpack } from '../../pack/index.ts'
import { restrict } from '../../restrict/index.ts'
import { SubjectCopy } from '../decisions/subject-copy.ts'

type Builder = { allow(name: string): void }

/** R0 inherits R1, and so on. Only the last role may read, and only R1 may write. */
const roles = (length: number, last: readonly string[] = []) =>
  Array.from({ length }, (_, i) => {
    const rules = (b: Builder) => {
      if (i === length - 1) b.allow('docs:read')
      if (i === 1) b.allow('docs:write')
    }
    return [`R${i}`, { inherits: i + 1 < length ? [`R${i + 1}`] : last, rules }] as const
  })

const define = (entries: ReturnType<typeof roles>) =>
  definePolicy()({ resources: { docs: ['read', 'write'] }, roles: Object.fromEntries(entries) as never })

const ada = { id: 1, roles: ['R0'] }

describe.each([
  ['heirs first', (length: number) => roles(length)],
  ['parents first', (length: number) => roles(length).reverse()],
])('a chain of 2,000 roles, %s', (_, list) => {
  const policy = define(list(2000))

  it('decides, also for a restricted subject and with facts', async () => {
    expect(policy.can(ada, 'docs:read')).toBe(true)
    expect(policy.can({ id: 1, roles: ['R2'] }, 'docs:write')).toBe(false)
    expect(policy.can(restrict(policy, ada, ['docs:write']), 'docs:read')).toBe(false)
    expect(await withFacts(policy, ada, {}).can('docs:read', {})).toBe(true)
  })

  it('explains a decision with the path to the rule', () => {
    const { decision, rules } = explain(policy, ada, 'docs:read')
    expect(decision.effect).toBe('allow')
    expect(rules[0]?.via).toHaveLength(2000)
    expect(rules[0]?.via.slice(0, 2)).toEqual(['R0', 'R1'])
    expect(explain(policy, { id: 1, roles: ['R2'] }, 'docs:write').missing).toEqual([
      'a role that allows docs:write: R1',
    ])
  })

  it('packs the inherited rules', () => {
    expect(unpack(pack(policy, ada)).can('docs:read')).toBe(true)
    expect(unpack(pack(policy, { id: 1, roles: ['R2'] })).can('docs:write')).toBe(false)
  })

  it('is analyzed', () => {
    expect(analyze(policy, { grants: { 'docs:write': [] } })).toEqual([])
    expect(findExcess(policy, [{ id: 2, roles: ['R2'] }], ada)).toEqual(['docs:write'])
  })

  it('is written as JSON and read again', () => {
    expect(parsePolicy(JSON.stringify(toJson(policy))).can(ada, 'docs:read')).toBe(true)
  })

  it('knows the holders of a role, and roles that exclude each other', () => {
    expect(heldRoles(policy, 'role')(new SubjectCopy(ada), 'R1999')).toBe(true)
    const exclusion = { name: 'far', roles: ['R1998', 'R1999'], atMost: 2, kind: 'static' } as const
    expect(separateDuties(policy, [exclusion]).conflicts(['R0'])).toEqual([])
  })

  it.each([2001, 20_000])('is refused by name if it has %d roles', (length) => {
    expect(() => define(list(length))).toThrow(InvalidPolicy)
    expect(() => define(list(length))).toThrow(`roles.R${length - 2001}.inherits: more than 2000 levels`)
  })
})

it('names a cycle of 2,000 roles', () => {
  const closed = roles(2000, ['R0'])
  expect(() => define(closed)).toThrow(/^roles\.R1999\.inherits: cycle R0 → R1 → .* → R1999 → R0$/)
})
