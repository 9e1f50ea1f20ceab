import * as nodeTest from 'node:test'
import { describe, expect, it } from 'vitest'
import { type Subject, attrs, definePolicy, holds, or } from '../index.ts'
import { describePolicy, findDisagreements, rowsFor, runPolicyTests, subjectsFor } from './index.ts'

interface Article {
  readonly ownerId: number
  readonly status: 'DRAFT' | 'PUBLISHED'
  readonly owner?: { readonly teamId: number }
  readonly members?: readonly { readonly userId: number }[]
  readonly tags?: readonly string[]
}
const policy = definePolicy<Subject & { id: number | null }, { hour: number }>()({
  resources: { articles: ['read', 'write', 'delete'] },
  attributes: { articles: attrs<Article>() },
  roles: {
    GUEST: { rules: (b) => b.allow('articles:read', (a) => a.status.eq('PUBLISHED'), { mask: ['ownerId'] }) },
    AUTHOR: {
      inherits: ['GUEST'],
      rules: (b) => {
        b.allow('articles:*', (a, s) => a.ownerId.eq(s.id))
        b.deny('articles:delete', (_, _s, ctx) => ctx.hour.lt(8))
      },
    },
    TEAM: {
      rules: (b) =>
        b.allow('articles:read', (a) =>
          or(
            a.owner.teamId.eq(3),
            a.members.some((m) => m.userId.eq(4)),
            a.tags.contains('x'),
          ),
        ),
    },
  },
})

const subjects = { ann: { id: 7, roles: ['AUTHOR'] }, guest: { id: null, roles: ['GUEST'] }, nobody: null }
const resources = { draft: { ownerId: 7, status: 'DRAFT' }, given: { ownerId: 8, status: 'DRAFT' } }
const run = (...tests: readonly object[]) =>
  runPolicyTests(policy, { subjects, resources, tests: tests as never })

describe('runPolicyTests', () => {
  it('finds nothing wrong in tests that hold', () => {
    const results = run(
      { subject: 'ann', permission: 'articles:write', resource: 'draft', expect: 'allow' },
      {
        name: 'nobody reads drafts',
        subject: 'nobody',
        permission: 'articles:read',
        resource: 'draft',
        expect: 'deny',
      },
      { subject: 'ann', permission: 'articles:write', resource: 'draft', after: 'given', expect: 'deny' },
      {
        subject: 'ann',
        permission: 'articles:delete',
        resource: 'draft',
        context: { hour: 9 },
        expect: 'allow',
      },
      {
        subject: 'ann',
        permission: 'articles:delete',
        resource: 'draft',
        context: { hour: 7 },
        expect: 'deny',
      },
      {
        subject: 'guest',
        permission: 'articles:read',
        resource: { status: 'PUBLISHED' },
        field: 'ownerId',
        expect: 'deny',
      },
      {
        subject: { id: null, roles: ['GUEST'] },
        permission: 'articles:read',
        resource: { status: 'PUBLISHED' },
        expect: {
          effect: 'allow',
          reason: 'allowed',
          rules: ['roles.GUEST.rules[0]'],
          mask: ['ownerId'],
          omit: [],
          only: [],
        },
      },
    )
    expect(results.filter(({ failure }) => failure)).toEqual([])
    expect(results.slice(0, 2).map(({ name }) => name)).toEqual([
      'ann may articles:write on draft',
      'nobody reads drafts',
    ])
  })

  it.each([
    [
      { subject: 'ann', permission: 'articles:write', resource: 'given', expect: 'allow' },
      'expected effect allow, and got deny\ndeny articles:write: no-rule',
    ],
    [
      {
        subject: 'ann',
        permission: 'articles:write',
        resource: 'draft',
        expect: { effect: 'allow', reason: 'granted' },
      },
      'expected reason granted, and got allowed',
    ],
    [
      {
        subject: 'guest',
        permission: 'articles:read',
        resource: { status: 'PUBLISHED' },
        expect: { effect: 'allow', mask: [] },
      },
      'expected mask none, and got ownerId',
    ],
    [
      { subject: 'bob', permission: 'articles:read', expect: 'deny' },
      'The tests have no subject "bob"; they have ann, guest, nobody.',
    ],
    [{ subject: 'constructor', permission: 'articles:read', expect: 'deny' }, 'no subject "constructor"'],
    [{ subject: 'ann', permission: 'articles:read', resource: 'lost', expect: 'deny' }, 'no resource "lost"'],
    [
      { subject: 'ann', permission: 'articles:write', resource: 'draft', field: 'status', expect: 'deny' },
      'expected effect deny, and got allow',
    ],
    [
      {
        subject: 'ann',
        permission: 'articles:write',
        resource: 'draft',
        after: 'given',
        field: 'status',
        expect: { effect: 'allow', reason: 'granted' },
      },
      'A test with a field compares the effect alone. Remove reason, after.',
    ],
  ])('%#: a test that does not hold says why', (test, failure) => {
    expect(run(test)[0]?.failure).toContain(failure)
  })
})

describe('describePolicy', () => {
  const tests = {
    subjects,
    tests: [
      {
        name: 'holds',
        subject: 'ann',
        permission: 'articles:write',
        resource: { ownerId: 7 },
        expect: 'allow',
      },
      {
        name: 'fails',
        subject: 'ann',
        permission: 'articles:write',
        resource: { ownerId: 8 },
        expect: 'allow',
      },
    ],
  } as const

  it('defines a test for each question', () => {
    const defined = new Map<string, () => void>()
    describePolicy('articles', policy, tests, {
      describe: (name, define) => [defined.set(name, () => {}), define()],
      it: (name, test) => defined.set(name, test),
    })
    expect([...defined.keys()]).toEqual(['articles', 'holds', 'fails'])
    expect(defined.get('holds')).not.toThrow()
    expect(defined.get('fails')).toThrow('expected effect allow')
  })

  it('takes the functions of node:test and of vitest', () => {
    const runners: readonly Parameters<typeof describePolicy>[3][] = [nodeTest, { describe, it }]
    expect(runners).toHaveLength(2)
  })

  describePolicy('with vitest', policy, { ...tests, tests: tests.tests.slice(0, 1) }, { describe, it })
})

describe('rowsFor', () => {
  it('has rows for which each condition is true, false and untestable', () => {
    for (const { document } of [policy])
      for (const { when } of Object.values(document.roles).flatMap(({ rules }) => rules)) {
        if (!when || JSON.stringify(when).includes('$hour')) continue
        const rows = rowsFor(policy, 'articles:read', subjects.ann)
        expect(new Set(rows.map((row) => holds(when, row, subjects.ann)))).toEqual(new Set([true, false]))
      }
    expect(rowsFor(policy, 'articles:read').length).toBeLessThanOrEqual(1_000)
    expect(rowsFor(policy, 'articles:read', null, { most: 50 }).length).toBeLessThanOrEqual(50)
  })

  it('has one empty row for a permission without conditions', () => {
    expect(rowsFor(policy, 'unknown:read')).toEqual([{}])
  })
})

it('subjectsFor has a subject for each role, and one without a role', () => {
  expect(subjectsFor(policy, { id: 7 }).map(({ id, roles }) => [id, ...roles])).toEqual([
    [7, 'GUEST'],
    [7, 'AUTHOR'],
    [7, 'TEAM'],
    [7],
  ])
})

describe('findDisagreements', () => {
  const rows = rowsFor(policy, 'articles:write', subjects.ann) as readonly Article[]
  const compare = (select: (subject: { id: number | null }, all: readonly Article[]) => readonly Article[]) =>
    findDisagreements(policy, { permission: 'articles:write', subjects: [subjects.ann], rows, select })

  it('finds nothing for a query with the same meaning', async () => {
    expect(await compare(({ id }, all) => all.filter(({ ownerId }) => ownerId === id))).toEqual([])
  })

  it('names the row about which a query decides differently', async () => {
    expect(await compare((_, all) => all.filter(({ ownerId }) => ownerId >= 7))).toContainEqual({
      subject: subjects.ann,
      row: { ownerId: 8 },
      policy: false,
      other: true,
    })
  })
})
