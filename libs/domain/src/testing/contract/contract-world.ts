import type { Article } from '../../articles/article.ts'
import type { Stores } from '../../context/context.ts'
import type { ArticleId } from '../../rules/ids.ts'
import type { User } from '../../users/user.ts'
import { type anArticle } from '../builders.ts'
import { NOON } from '../test-audit-context.ts'

/** The shared parts of the tests of a contract: open stores, and a user who owns the added records. */
export interface ContractWorld {
  readonly stores: Stores
  /** A second session on the same data, such as the session of another request or process. */
  readonly others: Stores
  readonly ada: User
  /** Adds a PUBLISHED article of Ada, unless `more` says otherwise. */
  add(title: string, more?: Parameters<typeof anArticle>[2]): Promise<Article>
}

export const LATER = new Date(NOON.getTime() + 60_000)
export const NO_ARTICLE = '00000000-0000-7000-8000-ffffffffffff' as ArticleId
