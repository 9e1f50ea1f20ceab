import type { ArticleStatus } from '../access/built-in-facts.ts'
import type { ArticleId, UserId } from '../rules/ids.ts'
import type { Article } from './article.ts'

/** The facts about the article of a comment that the policy uses, under their names in rows. */
export interface LinkedArticleFacts {
  readonly 'article.id': ArticleId
  readonly 'article.ownerId': UserId
  readonly 'article.status': ArticleStatus
}

/** The facts about an article by which the service decides about its comments. */
export type CommentedArticle = Pick<Article, 'id' | 'ownerId' | 'status'>

export const toArticleFacts = ({ id, ownerId, status }: CommentedArticle): LinkedArticleFacts => ({
  'article.id': id,
  'article.ownerId': ownerId,
  'article.status': status,
})
