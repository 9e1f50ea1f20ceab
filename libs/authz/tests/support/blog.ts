import { attrs, definePolicy } from '../../src/index.ts'
import type { AuditHook, Subject } from '../../src/index.ts'

export interface User extends Subject {
  readonly id: number | null
  readonly teams?: readonly number[]
}

export interface Article {
  readonly id: number
  readonly ownerId: number | null
  readonly status: 'DRAFT' | 'PUBLISHED' | 'DELETED'
  readonly tags: readonly string[]
  readonly teamId: number | null
  readonly createdAt: Date
}

export interface Comment {
  readonly id: number
  readonly authorId: number
  readonly email: string
}

/** The policy of a small blog, which most tests use. */
export const blogPolicy = (audit?: AuditHook) =>
  definePolicy<User>()({
    resources: { articles: ['read', 'write', 'publish', 'delete'], comments: ['read', 'write', 'delete'] },
    attributes: { articles: attrs<Article>(), comments: attrs<Comment>() },
    roles: {
      GUEST: {
        rules: (b) => {
          b.allow('articles:read', (a) => a.status.eq('PUBLISHED'))
          b.allow('comments:read', { omit: ['email'] })
        },
      },
      AUTHOR: {
        inherits: ['GUEST'],
        rules: (b) => {
          b.allow(['articles:read', 'articles:write'], (a, s) => a.ownerId.eq(s.id))
          b.deny('articles:write', (a) => a.status.eq('DELETED'))
          b.allow('comments:read', (c, s) => c.authorId.eq(s.id))
        },
      },
      EDITOR: { inherits: ['AUTHOR'], rules: (b) => b.allow(['articles:*', 'comments:read'], undefined) },
      ADMIN: { rules: (b) => b.allow('*') },
    },
    ...(audit && { audit }),
  })

export const article = (given: Partial<Article> = {}): Article => ({
  id: 1,
  ownerId: 7,
  status: 'DRAFT',
  tags: [],
  teamId: null,
  createdAt: new Date('2026-01-01T00:00:00Z'),
  ...given,
})

export const user = (id: number | null, ...roles: readonly string[]): User => ({ id, roles })
