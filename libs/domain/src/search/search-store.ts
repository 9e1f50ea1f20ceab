import type { Condition } from '@content-service/authz'
import type { UserId } from '../ids.ts'
import type { Window } from '../page.ts'

export const SEARCH_TYPES = ['ARTICLE', 'USER', 'COMMENT', 'PRODUCT'] as const
export type SearchType = (typeof SEARCH_TYPES)[number]

/** Which records of each type may be found: a type that is not named is not searched. */
export type SearchScope = Readonly<Partial<Record<SearchType, Condition>>>

export interface SearchHit {
  readonly type: SearchType
  /** A user's id as decimal digits, any other as its UUID. */
  readonly id: string
  readonly score: number
}

export interface UserSearch {
  /** Found anywhere in username or name, without regard to case and accents. */
  readonly keyword: string
  /** Whether it is looked for in the email address, too. */
  readonly byEmail: boolean
  readonly where: Condition
  readonly atMost: number
}

/** Port: finding records by what they say (C5.3). */
export interface SearchStore {
  /** Best match first. Understands the syntax of `websearch_to_tsquery` and forgives misspelt words. */
  search(text: string, scope: SearchScope, window: Window): Promise<readonly SearchHit[]>
  /** Newest first. */
  users(search: UserSearch): Promise<readonly UserId[]>
}
