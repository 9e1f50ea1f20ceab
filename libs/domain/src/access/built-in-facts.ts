import type { UserId } from '../rules/ids.ts'
import type { Fact } from './rights.ts'

/** C4.2: the states of an article. */
export const ARTICLE_STATUSES = ['DRAFT', 'REVIEW', 'PUBLISHED', 'ARCHIVED', 'DELETED'] as const
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number]

export interface ArticleFacts {
  readonly status: ArticleStatus
  readonly ownerId: UserId
}
export interface CommentFacts {
  readonly authorId: UserId
  readonly article: ArticleFacts
}
export interface UserFacts {
  readonly id: UserId
}
export interface OwnedFacts {
  readonly ownerId: UserId
}

/** The facts of the built-in resources by which a rule can decide. The stores know these facts and no others. */
export const BUILT_IN_FACTS: Readonly<Record<string, Readonly<Record<string, Fact>>>> = {
  articles: { status: ARTICLE_STATUSES, ownerId: 'user' },
  comments: { authorId: 'user', articleId: 'record' },
  users: { id: 'user' },
  'api-keys': { ownerId: 'user' },
  webhooks: { ownerId: 'user' },
  'oauth-clients': {},
  audit: {},
}

/** The links of the built-in resources that a rule can follow. */
export const BUILT_IN_LINKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  comments: { article: 'articles' },
}
