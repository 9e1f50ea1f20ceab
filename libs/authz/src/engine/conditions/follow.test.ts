import { describe, expect, it } from 'vitest'
import { analyze } from '../../analyze/index.ts'
import { explain } from '../../explain/index.ts'
import type { InvalidPolicy } from '../../index.ts'
import {
  type AuditEvent,
  type Condition,
  type Subject,
  and,
  attrs,
  definePolicy,
  holds,
  matcher,
  not,
  where,
} from '../../index.ts'
import { parsePolicy, toJson } from '../../json/index.ts'
import { pack, unpack } from '../../pack/index.ts'
import { type Relations, toSql } from '../../sql/index.ts'

interface Blog {
  readonly isOpen: boolean
}
interface Article {
  readonly ownerId: number
  readonly status: string
  readonly blog: Blog | null
}
interface Comment {
  readonly authorId: number
  readonly article: Article | null
}
type User = Subject & { readonly id: number | null }

const policy = definePolicy<User>()({
  resources: { blogs: ['read'], articles: ['read', 'write'], comments: ['read', 'write'] },
  attributes: { blogs: attrs<Blog>(), articles: attrs<Article>(), comments: attrs<Comment>() },
  roles: {
    GUEST: {
      rules: (b) => {
        b.allow('blogs:read', (blog) => blog.isOpen.eq(true))
        b.allow('articles:read', (a) => a.blog.may('blogs:read'))
        b.deny('articles:read', (a) => a.status.eq('DELETED'))
        b.allow('comments:read', (c) => c.article.may('articles:read'))
      },
    },
    USER: { inherits: ['GUEST'], rules: (b) => b.allow('articles:*', (a, s) => a.ownerId.eq(s.id)) },
    ADMIN: { inherits: ['USER'], rules: (b) => b.allow('blogs:*') },
  },
})
const user = (role: string, more: object = {}): User => ({ id: 7, roles: [role], ...more })
const comment = (article: Partial<Article> | null): Comment => ({
  authorId: 1,
  article: article && { ownerId: 8, status: 'PUBLISHED', blog: { isOpen: true }, ...article },
})
const closed = { blog: { isOpen: false } }

const relationTo = (table: string, relations: Relations = {}): Relations => ({
  link: { table, on: { link_id: 'id' }, relations },
})

describe('may', () => {
  it.each([
    ['what the policy allows on the linked record', user('GUEST'), comment({}), true],
    ['what no rule allows', user('GUEST'), comment(closed), false],
    ['what a rule denies', user('GUEST'), comment({ status: 'DELETED' }), false],
    ['a rule of another role of the caller', user('USER'), comment({ ...closed, ownerId: 7 }), true],
    ['a link that is null', user('ADMIN'), comment(null), false],
    ['a link of the link that is null', user('GUEST'), comment({ blog: null }), false],
    ['a link that is not loaded', user('ADMIN'), { authorId: 1 } as Comment, false],
    ['a rule without a condition', user('ADMIN'), comment(closed), true],
    ['a direct permission', user('GUEST', { permissions: ['articles:read'] }), comment(closed), true],
    [
      'a direct permission that a rule denies',
      user('GUEST', { permissions: ['articles:read'] }),
      comment({ status: 'DELETED' }),
      false,
    ],
    [
      'a direct permission of a permission that it follows',
      user('GUEST', { permissions: ['blogs:read'] }),
      comment(closed),
      true,
    ],
    [
      'a credential with the permission that is asked alone',
      user('GUEST', { restrictedTo: ['comments:read'] }),
      comment({}),
      true,
    ],
    [
      'a list of permissions that is a text',
      user('GUEST', { permissions: 'articles:read' as never }),
      comment(closed),
      false,
    ],
  ])('follows %s, in each form', (_, subject, row, expected) => {
    const ability = policy.for(subject)
    expect(policy.can(subject, 'comments:read', row)).toBe(expected)
    expect(ability.can('comments:read', row)).toBe(expected)
    expect(ability.decide('comments:read', row).effect).toBe(expected ? 'allow' : 'deny')
    expect(matcher(ability.filter('comments:read'))(row)).toBe(expected)
    expect(explain(policy, subject, 'comments:read', row).decision.effect).toBe(expected ? 'allow' : 'deny')
    expect(unpack(JSON.parse(JSON.stringify(pack(policy, subject)))).can('comments:read', row)).toBe(expected)
    const again = parsePolicy<User>(JSON.stringify(toJson(policy)))
    expect(again.can(subject, 'comments:read', row as object)).toBe(expected)
  })

  it('is false for a row that the followed rules deny, and its negation is true', () => {
    const opposite = definePolicy<User>()({
      resources: { articles: ['read'], notes: ['read'] },
      attributes: { articles: attrs<Article>(), notes: attrs<{ article: Article | null }>() },
      roles: {
        USER: {
          rules: (b) => {
            b.allow('articles:read', (a) => a.status.eq('PUBLISHED'))
            b.allow('notes:read', (n) => not(n.article.may('articles:read')))
          },
        },
      },
    })
    const reads = (article: unknown) => opposite.can(user('USER'), 'notes:read', { article } as never)
    expect([reads({ status: 'DRAFT' }), reads({ status: 'PUBLISHED' }), reads(null), reads({})]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it('becomes SQL with the conditions of the permission', () => {
    const relations = {
      article: {
        table: 'articles',
        on: { article_id: 'id' },
        relations: { blog: { table: 'blogs', on: { blog_id: 'id' } } },
      },
    }
    const filter = policy.filter(user('GUEST'), 'comments:read')
    const { text, values } = toSql(filter, { dialect: 'sqlite', table: 'comments', relations })
    expect(text).toBe(
      'exists (select 1 from "articles" related_1 where related_1."id" = "comments"."article_id" and (exists (select 1 from "blogs" related_2 where related_2."id" = related_1."blog_id" and related_2."isOpen" = ?) and (related_1."status" collate binary <> ? or related_1."status" is null)))',
    )
    expect(values).toEqual([1, 'DELETED'])
  })

  it('names the relations that a permission needs', () => {
    expect(policy.relations('comments:read')).toEqual(['article', 'article.blog'])
    expect(policy.relations('articles:write')).toEqual([])
    expect(() => policy.relations('articles:raed' as 'articles:read')).toThrow('did you mean "articles:read"')
  })

  it('describes the permission that it follows, and the requirement that fails', () => {
    const { rules, missing } = explain(policy, user('GUEST'), 'comments:read', comment(closed))
    expect(rules[0]).toMatchObject({ condition: 'article may articles:read', outcome: 'does not apply' })
    expect(missing).toEqual([expect.stringContaining('article may articles:read')])
    expect(analyze(policy).map(({ message }) => message)).toEqual(['no role allows comments:write'])
  })

  it('reports the attribute of the linked record that it cannot test', () => {
    const events: AuditEvent[] = []
    const audited = definePolicy<User>()({
      resources: { articles: ['read'], comments: ['read'] },
      attributes: { articles: attrs<Article>(), comments: attrs<Comment>() },
      roles: {
        USER: {
          rules: (b) => {
            b.allow('articles:read', (a) => a.status.eq('PUBLISHED'))
            b.allow('comments:read', (c) => c.article.may('articles:read'))
          },
        },
      },
      audit: (event) => events.push(event),
    })
    audited.can(user('USER'), 'comments:read', { authorId: 1, article: {} as Article })
    expect(events).toEqual([expect.objectContaining({ attributes: ['article.status'] })])
  })
})

describe('a policy is refused', () => {
  const problemsOf = (rules: Readonly<Record<string, Condition>>): readonly string[] => {
    try {
      definePolicy()({
        resources: { a: ['read'], b: ['read'], c: ['read'] },
        roles: {
          R: {
            rules: (builder) => {
              for (const [permission, when] of Object.entries(rules))
                builder.allow(permission as 'a:read', () => when)
            },
          },
        },
      })
      return []
    } catch (error) {
      return (error as InvalidPolicy).problems.map(({ path, message }) => `${path}: ${message}`)
    }
  }
  const may = (permission: string) => where<{ link: { x: number } }>().link.may(permission)

  it('with the cycle, if may comes back to its own permission', () => {
    expect(problemsOf({ 'a:read': may('a:read') })).toEqual([
      'roles.R.rules[0]: may comes back to its own permission: a:read → a:read',
    ])
    expect(
      problemsOf({ 'a:read': may('b:read'), 'b:read': may('c:read'), 'c:read': not(may('b:read')) }),
    ).toEqual(['roles.R.rules[2]: may comes back to its own permission: b:read → c:read → b:read'])
    expect(problemsOf({ 'a:*': may('b:read'), '*:read': may('c:read') })).toEqual([
      'roles.R.rules[1]: may comes back to its own permission: c:read → c:read',
    ])
  })

  it('with the nearest name, if may names an unknown permission', () => {
    expect(problemsOf({ 'a:read': may('b:raed') })).toEqual([
      'roles.R.rules[0]: unknown permission "b:raed" in may; did you mean "b:read"?',
    ])
    expect(problemsOf({ 'a:read': may('b:*') })).toEqual([
      'roles.R.rules[0]: may follows one permission, not "b:*"',
    ])
    expect(problemsOf({ 'a:read': may(undefined as never) })[0]).toContain('invalid condition')
  })

  it('if the conditions of the followed permission are too deep or too large', () => {
    const chain = (length: number, links: number) => ({
      resources: Object.fromEntries(Array.from({ length: length + 1 }, (_, i) => [`r${i}`, ['read']])),
      roles: {
        R: {
          rules: Array.from({ length }, (_, i) => ({
            effect: 'allow' as const,
            permissions: [`r${i}:read`],
            when: {
              op: 'or' as const,
              conditions: Array.from({ length: links }, (_, n) => ({
                op: 'may' as const,
                attribute: `link${n}`,
                permission: `r${i + 1}:read`,
              })),
            },
          })),
        },
      },
    })
    expect(() => parsePolicy(chain(40, 1))).not.toThrow()
    for (const document of [chain(60, 1), chain(3000, 1), chain(40, 2)])
      expect(() => parsePolicy(document)).toThrow(
        /follows permissions that make r\d+:read too deep or too large/,
      )
  })
})

it('counts equal conditions of several roles once', () => {
  const levels = ['comments', 'articles', 'blogs', 'orgs']
  const roles = Array.from({ length: 20 }, (_, n) => [
    `R${n}`,
    {
      rules: levels.flatMap((level, i) => [
        { effect: 'allow', permissions: [`${level}:read`], when: { op: 'eq', attribute: 'id', value: n } },
        ...levels.slice(i + 1, i + 2).map((next) => ({
          effect: 'allow',
          permissions: [`${level}:read`],
          when: { op: 'may', attribute: 'link', permission: `${next}:read` },
        })),
      ]),
    },
  ])
  const resources = Object.fromEntries(levels.map((level) => [level, ['read']]))
  const many = parsePolicy({ resources, roles: Object.fromEntries(roles) })
  const everyone = { id: 1, roles: roles.map(([name]) => name as string) }
  const { text } = toSql(many.filter(everyone, 'comments:read'), {
    dialect: 'sqlite',
    table: 'comments',
    relations: relationTo('articles', relationTo('blogs', relationTo('orgs'))),
  })
  expect(text.match(/exists/g)).toHaveLength(3)
  expect(many.can(everyone, 'comments:read', { id: 99, link: { id: 99, link: { id: 5 } } })).toBe(true)
})

it('asks for each value that a followed rule compares, and not only for those of the shortest condition', () => {
  const hidden = definePolicy<User>()({
    resources: { articles: ['read'], comments: ['read'] },
    attributes: { articles: attrs<Article>(), comments: attrs<Comment>() },
    roles: {
      USER: {
        rules: (b) => {
          b.allow('comments:read', (comment) => not(comment.article.may('articles:read')))
          b.allow('articles:read', (article) => article.status.eq('PUBLISHED'))
          // For an article, this rule shows no more than the one before.
          b.allow('articles:read', (article, s) =>
            and(article.status.eq('PUBLISHED'), article.ownerId.eq(s.id)),
          )
        },
      },
    },
  })
  const [known, unknown] = [user('USER'), user('USER', { id: undefined })]
  expect(hidden.can(known, 'comments:read', comment(null))).toBe(true)
  expect(hidden.can(unknown, 'comments:read', comment(null))).toBe(false)
  expect(matcher(hidden.filter(unknown, 'comments:read'))(comment(null))).toBe(false)
})

it('needs a policy', () => {
  const condition = where<Comment>().article.may('articles:read')
  const message = 'may("articles:read") follows a policy; use policy.can or policy.filter'
  expect(() => holds(condition, comment({}))).toThrow(message)
  for (const dialect of ['postgresql', 'sqlite', 'mysql'] as const)
    expect(() => toSql(condition, { dialect })).toThrow(message)
})
