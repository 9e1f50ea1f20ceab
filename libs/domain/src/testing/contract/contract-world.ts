import type { Article } from '../../articles/article.ts'
import type { Stores } from '../../context.ts'
import type { ArticleId } from '../../ids.ts'
import type { User } from '../../users/user.ts'
import { type anArticle } from '../builders.ts'
import { NOON } from '../test-audit-context.ts'

/** What the tests of a contract share: stores that are open, and somebody who owns what they add. */
export interface ContractWorld {
  readonly stores: Stores
  /** A second session on the same data, as another request or process would have. */
  readonly others: Stores
  readonly ada: User
  /** A PUBLISHED article of Ada's, unless said otherwise. */
  add(title: string, more?: Parameters<typeof anArticle>[2]): Promise<Article>
}

export const LATER = new Date(NOON.getTime() + 60_000)
export const NO_ARTICLE = '00000000-0000-7000-8000-ffffffffffff' as ArticleId
