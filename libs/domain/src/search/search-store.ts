import type { Condition } from '@content-service/authz'
import type { UserId } from '../ids.ts'
import type { Window } from '../page.ts'

/** The name of a kind of record in hits: `ARTICLE`, `USER`, `COMMENT`, or that of a declared type. */
export type SearchType = string

/** Which records of each type may be found: a type that is not named is not searched. */
export type SearchScope = Readonly<Partial<Record<SearchType, Condition>>>

export interface SearchHit {
  readonly type: SearchType
  /** A user's id as decimal digits, any other as its UUID. */
  readonly id: string
  readonly score: number
  /** Where it says so, with HIT_BEGINS and HIT_ENDS around what was found; null when nobody asked. */
  readonly snippet: string | null
}

/** Private characters of Unicode: no text of ours has them, so that a snippet can be escaped around them. */
export const [HIT_BEGINS, HIT_ENDS] = ['\ue000', '\ue001'] as const

/** How much of what was found is read. */
export interface SearchExtent extends Window {
  /** The hit after which it goes on. */
  readonly after?: Pick<SearchHit, 'score' | 'id'>
  readonly withSnippets?: boolean
  /** Told how many words the search looks up as misspelt, before it does. An error that it throws ends the search. */
  readonly beforeCorrecting?: (words: number) => Promise<void>
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
  search(text: string, scope: SearchScope, extent: SearchExtent): Promise<readonly SearchHit[]>
  /** How many there are, counted no further than `atMost`. */
  count(text: string, scope: SearchScope, atMost: number): Promise<number>
  /** Newest first. */
  users(search: UserSearch): Promise<readonly UserId[]>
}
