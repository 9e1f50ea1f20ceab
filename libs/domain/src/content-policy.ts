import { and, attrs, definePolicy, type PermissionOf, type Subject } from '@content-service/authz'
import type { ArticleStatus } from './articles/publish-workflow.ts'
import type { CommentOnArticle } from './comments/comment.ts'
import type { UserId } from './ids.ts'

/** What the policy may ask about the caller. Nobody (`id` null) owns nothing. */
export interface Caller extends Subject {
  readonly id: UserId | null
  /** The OAuth client that speaks for itself, with no user behind it (C7.5). */
  readonly client?: string
}

interface ArticleFacts {
  readonly status: ArticleStatus
  readonly ownerId: UserId
}
type CommentFacts = Pick<CommentOnArticle, 'authorId' | 'articleOwnerId' | 'articleStatus'>
interface UserFacts {
  readonly id: UserId
}
interface OwnedFacts {
  readonly ownerId: UserId
}

/** The default policy, C7.7, as sentences. "Own" is the condition that the row's owner is the caller. */
export const contentPolicy = definePolicy<Caller>()({
  resources: {
    articles: ['read', 'write', 'publish', 'delete'],
    comments: ['read', 'write', 'delete'],
    users: ['read', 'write', 'delete'],
    products: ['read', 'write'],
    'api-keys': ['read', 'write'],
    webhooks: ['read', 'write'],
    'oauth-clients': ['read', 'write'],
    audit: ['read'],
  },
  attributes: {
    articles: attrs<ArticleFacts>(),
    comments: attrs<CommentFacts>(),
    users: attrs<UserFacts>(),
    products: attrs<object>(),
    'api-keys': attrs<OwnedFacts>(),
    webhooks: attrs<OwnedFacts>(),
    'oauth-clients': attrs<object>(),
    audit: attrs<object>(),
  },
  roles: {
    GUEST: {
      rules: (b) => {
        b.allow('articles:read', (article) => article.status.eq('PUBLISHED'))
        b.allow('comments:read', (comment) => comment.articleStatus.eq('PUBLISHED'))
        b.allow('products:read')
        // Somebody who signed in with this role may at least see and leave their account.
        b.allow(['users:read', 'users:delete'], (user, caller) => user.id.eq(caller.id))
      },
    },
    READER: {
      inherits: ['GUEST'],
      rules: (b) => {
        b.allow(['comments:write', 'comments:delete'], (comment, caller) => comment.authorId.eq(caller.id))
        b.allow('users:write', (user, caller) => user.id.eq(caller.id))
        b.allow(['api-keys:read', 'api-keys:write'], (key, caller) => key.ownerId.eq(caller.id))
      },
    },
    AUTHOR: {
      inherits: ['READER'],
      rules: (b) => {
        b.allow('articles:read', (article, caller) => article.ownerId.eq(caller.id))
        b.allow('articles:write', (article, caller) =>
          and(article.ownerId.eq(caller.id), article.status.ne('DELETED')),
        )
        b.allow('articles:delete', (article, caller) =>
          and(article.ownerId.eq(caller.id), article.status.ne('PUBLISHED')),
        )
        b.allow(['comments:read', 'comments:delete'], (comment, caller) =>
          comment.articleOwnerId.eq(caller.id),
        )
      },
    },
    EDITOR: {
      inherits: ['AUTHOR'],
      rules: (b) => {
        b.allow(['articles:read', 'articles:write', 'articles:publish', 'articles:delete'])
        b.allow(['comments:read', 'comments:delete'])
        b.allow('users:read')
        b.allow('products:write')
      },
    },
    ADMIN: {
      inherits: ['EDITOR'],
      rules: (b) => {
        b.allow('comments:write')
        b.allow(['users:write', 'users:delete'])
        b.allow(['api-keys:read', 'api-keys:write'])
        b.allow(['webhooks:read', 'webhooks:write'])
        b.allow(['oauth-clients:read', 'oauth-clients:write'])
        b.allow('audit:read')
      },
    },
  },
})

export type ContentPolicy = typeof contentPolicy
export type Permission = PermissionOf<ContentPolicy>
