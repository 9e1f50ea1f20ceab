import { describe, expectTypeOf, it } from 'vitest'
import { type AttributesOf, type PermissionOf, attrs, definePolicy, where } from '../../index.ts'
import { type Article, type User, article, blogPolicy, user } from '../../../tests/support/blog.ts'

const policy = blogPolicy()

describe('what does not compile', () => {
  it('a typo in a resource or action, when asked', () => {
    // @ts-expect-error no such action
    policy.can(user(1), 'articles:wrte')
    // @ts-expect-error no such resource
    policy.filter(user(1), 'artcles:read')
    // @ts-expect-error wildcards are for rules
    policy.can(user(1), 'articles:*')
    expectTypeOf(policy.can(user(1), 'articles:write', article())).toBeBoolean()
  })

  it('a resource of another kind, or without its attributes', () => {
    // @ts-expect-error a comment is no article
    policy.can(user(1), 'articles:write', { id: 1, authorId: 1, email: '' })
    // @ts-expect-error attributes are missing
    policy.can(user(1), 'articles:write', { id: 1 })
  })

  it('a typo in a role of a subject', () => {
    // @ts-expect-error no such role
    policy.can({ id: 1, roles: ['AUTHR'] }, 'articles:read')
    // @ts-expect-error no such role, beside a role of the policy
    policy.for({ id: 1, roles: ['AUTHOR', 'EDITR'] })
    policy.can({ id: 1, roles: ['AUTHOR', 'EDITOR'] }, 'articles:read')
    policy.can(null, 'articles:read')
    const roles: readonly string[] = ['AUTHR']
    policy.can({ id: 1, roles }, 'articles:read')
  })

  it('a condition that is no condition', () => {
    definePolicy<User>()({
      resources: { articles: ['read'] },
      attributes: { articles: attrs<Article>() },
      roles: {
        GUEST: {
          rules: (b) => {
            // @ts-expect-error a boolean is no condition
            b.allow('articles:read', (a) => !a.status.eq('DRAFT'))
            // @ts-expect-error a promise is no condition
            b.allow('articles:read', async (a) => a.status.eq('DRAFT'))
            // @ts-expect-error a condition without a callback
            b.allow('articles:read', where<Article>().status.eq('DRAFT'))
            // @ts-expect-error a reason is a text
            b.allow('articles:read', { reason: 5 })
            // @ts-expect-error a number has no end
            b.allow('articles:read', (a) => a.ownerId.endsWith('7'))
            b.deny('articles:read', (a) => a.status.endsWith('T'), { reason: 'Nobody reads a draft.' })
          },
        },
      },
    })
  })

  it('a kind that is not of the type of its attribute', () => {
    attrs<Article>({ ownerId: 'integer', status: 'text', tags: 'textArray', createdAt: 'timestamp' })
    // @ts-expect-error a number is no text
    attrs<Article>({ ownerId: 'text' })
    // @ts-expect-error no such attribute
    attrs<Article>({ owner: 'integer' })
    // @ts-expect-error no such kind
    attrs({ ownerId: 'int' })
    expectTypeOf(attrs({ isOpen: 'boolean' })).toEqualTypeOf<
      AttributesOf<{ readonly isOpen: boolean | null }>
    >()
  })

  it('a typo inside a policy', () => {
    definePolicy<User>()({
      resources: { articles: ['read', 'write'] },
      // @ts-expect-error no such resource
      attributes: { articles: attrs<Article>(), artcles: attrs<Article>() },
      roles: {
        GUEST: {
          rules: (b) => {
            // @ts-expect-error no such action
            b.allow('articles:reed')
            // @ts-expect-error no such action, in a list
            b.allow(['articles:read', 'articles:reed'])
            // @ts-expect-error no such attribute
            b.allow('articles:read', (a) => a.stats.eq('PUBLISHED'))
            // @ts-expect-error no such value
            b.allow('articles:read', (a) => a.status.eq('PUBLISHD'))
            // @ts-expect-error no such attribute of the subject
            b.allow('articles:read', (a, s) => a.ownerId.eq(s.idd))
            // @ts-expect-error an attribute of another type
            b.allow('articles:read', (a, s) => a.status.eq(s.id))
            // @ts-expect-error null equals nothing: isNull() asks for it
            b.allow('articles:read', (a) => a.ownerId.eq(null))
            // @ts-expect-error text has no order
            b.allow('articles:read', (a) => a.status.lt('PUBLISHED'))
            // @ts-expect-error only arrays contain
            b.allow('articles:read', (a) => a.status.contains('PUBLISHED'))
            // @ts-expect-error no such field
            b.allow('articles:read', { omit: ['pasword'] })
          },
        },
        // @ts-expect-error no such role
        AUTHOR: { inherits: ['GUST'] },
      },
    })
  })

  it('a typo outside a policy', () => {
    // @ts-expect-error no such value
    where<Article>().status.eq('PUBLISHD')
    // @ts-expect-error no such attribute
    where<Article>().stat.eq('PUBLISHED')
  })
})

it('editors are told all permissions', () => {
  expectTypeOf<PermissionOf<typeof policy>>().toEqualTypeOf<
    | 'articles:read'
    | 'articles:write'
    | 'articles:publish'
    | 'articles:delete'
    | 'comments:read'
    | 'comments:write'
    | 'comments:delete'
  >()
  expectTypeOf(policy.permissions).toEqualTypeOf<readonly PermissionOf<typeof policy>[]>()
})
