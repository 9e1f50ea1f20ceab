import { describe, expect, it } from 'vitest'
import { describe as inWords, explain } from './index.ts'
import { and, not, or, where } from '../index.ts'
import { type Article, article, blogPolicy, user } from '../testing/blog.ts'

const policy = blogPolicy()
const author = user(7, 'AUTHOR')

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

  it('says that testing a rule failed', () => {
    const broken = Object.defineProperty(article(), 'ownerId', {
      get: () => {
        throw new Error('not loaded')
      },
    })
    expect(explain(policy, author, 'articles:write', broken).rules[0]).toMatchObject({ outcome: 'failed' })
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
