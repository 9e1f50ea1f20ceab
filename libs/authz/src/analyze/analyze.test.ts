import { describe, expect, it } from 'vitest'
import { type AttributesOf, type RuleBuilder, and, attrs, definePolicy, or } from '../index.ts'
import { type User, blogPolicy } from '../../tests/support/blog.ts'
import { analyze } from './index.ts'

interface Doc {
  readonly ownerId: number
  readonly status: 'A' | 'B'
  readonly secret: string
}
type Rules = Parameters<typeof createPolicy>[0]

const createPolicy = (
  rules: (
    b: RuleBuilder<User, { readonly docs: readonly ['read', 'write'] }, { docs: AttributesOf<Doc> }>,
  ) => void,
) =>
  definePolicy<User>()({
    resources: { docs: ['read', 'write'] },
    attributes: { docs: attrs<Doc>() },
    roles: {
      BASE: { rules: (b) => b.allow('docs:read', (d) => d.status.eq('A')) },
      ROLE: { inherits: ['BASE'], rules },
    },
  })

const findings = (rules: Rules) =>
  analyze(createPolicy(rules))
    .filter(({ kind }) => kind !== 'ungranted')
    .map(({ kind, path }) => `${kind} ${path}`)

describe('analyze', () => {
  it('finds nothing in the blog, but the article nobody but an ADMIN may comment on', () => {
    expect(analyze(blogPolicy())).toEqual([])
  })

  it.each<[string, Rules, readonly string[]]>([
    [
      'an allow that its role denies',
      (b) => {
        b.allow('docs:write')
        b.deny('docs:*')
      },
      ['unreachable roles.ROLE.rules[0]'],
    ],
    [
      'an allow that is denied under a weaker condition',
      (b) => {
        b.allow('docs:write', (d, s) => and(d.ownerId.eq(s.id), d.status.eq('B')))
        b.deny('docs:write', (d) => d.status.eq('B'))
      },
      ['unreachable roles.ROLE.rules[0]'],
    ],
    [
      'a rule with more conditions than another',
      (b) => {
        b.allow('docs:write', (d, s) => and(d.ownerId.eq(s.id), d.status.eq('A'), d.secret.eq('x')))
        b.allow('docs:write', (d, s) => and(d.status.in(['A', 'B']), d.ownerId.eq(s.id)))
      },
      ['shadowed roles.ROLE.rules[0]'],
    ],
    [
      'a condition that never holds',
      (b) => b.allow('docs:write', () => or()),
      ['unreachable roles.ROLE.rules[0]'],
    ],
    [
      'a rule that is inherited already',
      (b) => b.allow('docs:read', (d) => d.status.eq('A')),
      ['shadowed roles.ROLE.rules[0]'],
    ],
    [
      'a rule inside a wider one',
      (b) => {
        b.allow('docs:write', (d, s) => d.ownerId.eq(s.id))
        b.allow('docs:write')
      },
      ['shadowed roles.ROLE.rules[0]'],
    ],
    [
      'one of two that say the same',
      (b) => {
        b.allow('docs:write')
        b.allow('docs:write')
      },
      ['shadowed roles.ROLE.rules[1]'],
    ],
    [
      'no rule that shows more fields',
      (b) => {
        b.allow('docs:write', { omit: ['secret'] })
        b.allow('docs:write', (d, s) => d.ownerId.eq(s.id))
      },
      [],
    ],
    [
      'a list of fields inside a longer one, and no rule that masks a field that the list lacks',
      (b) => {
        b.allow('docs:write', { fields: ['status'] })
        b.allow('docs:write', { fields: ['status'], mask: ['secret'] })
        b.allow('docs:write', { fields: ['ownerId'] })
      },
      ['shadowed roles.ROLE.rules[0]'],
    ],
    ['no rule with a condition of its own', (b) => b.allow('docs:read', (d) => d.status.eq('B')), []],
  ])('finds %s', (_, rules, expected) => {
    expect(findings(rules)).toEqual(expected)
  })

  it.each<[Rules, string]>([
    [(b) => b.allow('docs:write', () => or()), 'the condition is never true; correct it or remove the rule'],
    [
      (b) => {
        b.allow('docs:write')
        b.deny('docs:write')
      },
      'deny rules of the role deny everything that this rule allows',
    ],
    [
      (b) => b.allow('docs:read', (d) => d.status.eq('A')),
      'other rules of the role cover this rule; remove it',
    ],
  ])('says why a rule has no effect: %#', (rules, message) => {
    expect(analyze(createPolicy(rules)).map((finding) => finding.message)).toContain(message)
  })

  it('finds permissions that nobody has, and parents inherited twice', () => {
    const policy = definePolicy()({
      resources: { docs: ['read', 'shred'] },
      roles: {
        A: { rules: (b) => b.allow('docs:read') },
        B: { inherits: ['A'] },
        C: { inherits: ['A', 'B', 'B'] },
      },
    })
    expect(analyze(policy)).toEqual([
      { kind: 'ungranted', path: 'resources', message: 'no role allows docs:shred' },
      { kind: 'redundant-parent', path: 'roles.C.inherits[0]', message: 'B already inherits A; remove A' },
      { kind: 'redundant-parent', path: 'roles.C.inherits[2]', message: 'B is listed twice; remove one' },
    ])
  })

  it('finds roles that may give themselves more than they have', () => {
    const policy = definePolicy<User>()({
      resources: { users: ['read', 'write'], docs: ['shred'] },
      attributes: { users: attrs<{ id: number; role: string }>() },
      roles: {
        READER: { rules: (b) => b.allow('users:write', (u, s) => u.id.eq(s.id), { omit: ['role'] }) },
        CLERK: { rules: (b) => b.allow('users:write', (u, s) => u.id.eq(s.id)) },
        ADMIN: { rules: (b) => b.allow('*') },
      },
    })
    const escalations = analyze(policy, { grants: { 'users:write': ['role'] } }).filter(
      ({ kind }) => kind === 'escalation',
    )
    expect(escalations).toEqual([
      {
        kind: 'escalation',
        path: 'roles.CLERK.rules[0]',
        message:
          'with users:write, a subject with this role can give itself users:read, users:write, docs:shred',
      },
    ])
  })
})
