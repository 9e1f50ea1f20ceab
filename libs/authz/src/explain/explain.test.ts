import { describe, expect, it } from 'vitest'
import { type Condition, and, not, or, where } from '../index.ts'
import { type Article, article, blogPolicy, user } from '../../tests/support/blog.ts'
import { describe as inWords, explain } from './index.ts'

const policy = blogPolicy()
const author = user(7, 'AUTHOR')

const throwing = <T extends object>(rest: T, name: string): T =>
  Object.defineProperty({ ...rest }, name, {
    enumerable: true,
    get: () => {
      throw new Error('not loaded')
    },
  })

describe('explain', () => {
  it('tells which rules were looked at, how the subject has them and what they compared', () => {
    const { text, rules } = explain(
      policy,
      user(8, 'EDITOR'),
      'articles:write',
      article({ status: 'DELETED' }),
    )
    expect(rules.map(({ path, via }) => [path, via.join(' ')])).toEqual([
      ['roles.EDITOR.rules[0]', 'EDITOR'],
      ['roles.AUTHOR.rules[0]', 'EDITOR AUTHOR'],
      ['roles.AUTHOR.rules[1]', 'EDITOR AUTHOR'],
    ])
    expect(text).toBe(
      [
        'deny articles:write: denied',
        '  allow by roles.EDITOR.rules[0] (EDITOR) applies: always',
        '  allow by roles.AUTHOR.rules[0] (EDITOR → AUTHOR) does not apply: ownerId = subject.id: ownerId is 7 (subject.id is 8)',
        '  deny by roles.AUTHOR.rules[1] (EDITOR → AUTHOR) applies: status = "DELETED"',
        '  missing: a resource that the deny rule roles.AUTHOR.rules[1] does not match: status = "DELETED"',
      ].join('\n'),
    )
  })

  it.each([
    [author, 'articles:write', article(), []],
    [author, 'articles:write', undefined, ['a resource, because the rules have conditions']],
    [author, 'articles:delete', undefined, ['a role that allows articles:delete: EDITOR, ADMIN']],
    [user(null, 'GUEST'), 'articles:read', article(), ['status = "PUBLISHED": status is "DRAFT"']],
    [
      { ...author, restrictedTo: [] },
      'articles:read',
      undefined,
      ['articles:read in restrictedTo of the subject'],
    ],
    [null, 'articles:read', undefined, ['a role that allows articles:read: GUEST, AUTHOR, EDITOR, ADMIN']],
    [author, 'articles:fly' as 'articles:read', undefined, ['articles:fly in the resources of the policy']],
    [{ ...author, permissions: ['articles:delete'] }, 'articles:delete', undefined, []],
  ] as const)('says what is missing: %#', (subject, permission, resource, missing) => {
    expect(explain(policy, subject, permission, resource).missing).toEqual(missing)
  })

  it('names the attributes that a rule cannot test, because they throw, are absent or of another kind', () => {
    const broken = throwing(article(), 'ownerId')
    const { rules, missing } = explain(policy, author, 'articles:write', broken)
    const line = 'ownerId = subject.id cannot be tested: ownerId is missing (subject.id is 7)'
    expect(rules[0]).toMatchObject({ outcome: 'untestable', failing: [line] })
    expect(missing).toEqual([line])
    const odd = { ...article(), ownerId: 7n, status: 5 } as never
    expect(explain(policy, author, 'articles:write', odd)).toMatchObject({
      decision: { effect: 'deny', reason: 'denied' },
      rules: [
        { outcome: 'applies' },
        { outcome: 'untestable', failing: ['status = "DELETED" cannot be tested: status is 5'] },
      ],
    })
  })

  it('reads the subject and the resource once', () => {
    let reads = 0
    const changing = <T extends object>(rest: T, name: string, first: unknown, later: unknown): T =>
      Object.defineProperty({ ...rest }, name, { enumerable: true, get: () => (reads++ ? later : first) })
    const asked = () => changing(article(), 'ownerId', 8, 7)
    expect(explain(policy, author, 'articles:write', asked())).toMatchObject({
      decision: { effect: 'deny' },
      rules: [{ failing: ['ownerId = subject.id: ownerId is 8 (subject.id is 7)'] }, {}],
    })
    expect(reads).toBe(1)
    for (const [name, first, later] of [
      ['id', 8, 7],
      ['roles', [], ['AUTHOR']],
      ['permissions', undefined, ['articles:write']],
      ['restrictedTo', [], undefined],
    ] as const) {
      reads = 0
      const subject = changing({ ...author, permissions: [] }, name, first, later)
      const { decision, rules } = explain(policy, subject, 'articles:write', article({ ownerId: 9 }))
      expect(decision.effect, name).toBe('deny')
      expect(rules, name).toHaveLength(name === 'roles' ? 0 : 2)
      expect(reads, name).toBe(1)
    }
  })

  it('never throws', () => {
    const cyclic: Record<string, unknown> = { ...article() }
    cyclic['status'] = cyclic
    const hostile = {
      toJSON: () => {
        throw new Error('no')
      },
    }
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    for (const resource of [cyclic, { ownerId: hostile }, proxy, 'text', 5, [], { ownerId: [proxy] }])
      expect(explain(policy, author, 'articles:write', resource as never).decision.effect).toBe('deny')
    for (const name of ['id', 'roles', 'permissions', 'restrictedTo'])
      expect(explain(policy, throwing(author, name), 'articles:read').decision.effect).toBe('deny')
    for (const subject of [
      proxy,
      'ADMIN',
      7,
      [],
      { id: 1, roles: 'ADMIN' },
      { id: hostile, roles: [hostile] },
    ])
      expect(explain(policy, subject as never, 'articles:read', article()).decision.effect).toBe('deny')
    for (const permission of [Symbol('articles:read'), undefined, {}])
      expect(explain(policy, author, permission as never).decision.reason).toBe('unknown-permission')
  })

  it('gives an explanation that nobody can change', () => {
    const explanation = explain(policy, author, 'articles:write', article())
    expect(
      [explanation, explanation.rules, explanation.rules[0], explanation.missing].every(Object.isFrozen),
    ).toBe(true)
  })
})

describe('describe', () => {
  const a = where<Article>()
  it.each([
    [
      and(a.status.in(['DRAFT', 'DELETED']), or(a.teamId.isNull(), not(a.id.gt(5)))),
      '(status in ["DRAFT","DELETED"] and (teamId is null or not id > 5))',
    ],
    [and(), 'always'],
    [or(), 'never'],
    [or(a.tags.contains('x')), 'tags contains "x"'],
    [where<{ n: bigint }>().n.eq(5n), 'n = 5n'],
    [where<{ n: bigint }>().n.in([5n]), 'n in ["5n"]'],
  ])('%#', (condition, text) => {
    expect(inWords(condition)).toBe(text)
  })
})

it('describes a condition that is deeper than the stack', () => {
  let deep: Condition = where<Article>().id.gt(5)
  for (let level = 0; level < 100_000; level += 1) deep = not(deep)
  expect(inWords(deep)).toBe('a condition that is too deep or too large; nest at most 250 conditions')
})
