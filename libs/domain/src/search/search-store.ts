import type { Condition } from '@content-service/authz'
import type { UserId } from '../rules/ids.ts'
import type { Window } from '../reading/page.ts'

/** The name of a kind of record in hits: `ARTICLE`, `USER`, `COMMENT`, or the name of a declared type. */
export type SearchType = string

/** The condition of the records of each searched type. The search skips a type without a condition. */
export type SearchScope = Readonly<Partial<Record<SearchType, Condition>>>

export interface SearchHit {
  readonly type: SearchType
  /** The decimal digits of a user's id; the UUID of any other record. */
  readonly id: string
  readonly score: number
  /**
   * The matching part of the text, with HIT_BEGINS and HIT_ENDS around the found words; null if no client asked for it.
   */
  readonly snippet: string | null
}

/** Private characters of Unicode: no stored text contains them, so that a snippet can be escaped around them. */
export const [HIT_BEGINS, HIT_ENDS] = ['\ue000', '\ue001'] as const

/** The window of the hits, with optional parts of the read. */
export interface SearchExtent extends Window {
  /** The hit after which the window begins. */
  readonly after?: Pick<SearchHit, 'score' | 'id'>
  readonly withSnippets?: boolean
  /** Whether the scope has a filter of the request, which seldom comes again. */
  readonly isFiltered?: boolean
  /** Called with the number of misspelt words before the search corrects them. An error of the call ends the search. */
  readonly beforeCorrecting?: (words: number) => Promise<void>
}

export interface UserSearch {
  /** The search finds this text anywhere in username or name, without regard to case and accents. */
  readonly keyword: string
  /** Whether the search looks at the email address, too. */
  readonly byEmail: boolean
  readonly where: Condition
  readonly atMost: number
}

/**
 * `more`: more records wait for their documents. `later`: words wait, for which nobody waits. `busy`: another process does the
 * work, or public users are in doubt.
 */
export type IndexOutcome = 'done' | 'more' | 'later' | 'busy'

/** Port: finds records by their texts (C5.3). A search finds each write at once, before the write is indexed (C1.2). */
export interface SearchStore {
  /** Best match first. It understands the syntax of `websearch_to_tsquery`, and also finds misspelt words. */
  search(text: string, scope: SearchScope, extent: SearchExtent): Promise<readonly SearchHit[]>
  /** The number of hits, counted no further than `atMost`. */
  count(text: string, scope: SearchScope, atMost: number): Promise<number>
  /** The numbers of the hits of each type. */
  countByType(text: string, scope: SearchScope, atMost: number): Promise<Readonly<Record<SearchType, number>>>
  /** The ids of users who match, newest first. */
  users(search: UserSearch): Promise<readonly UserId[]>
  /**
   * Indexes a batch of changed records, and settles doubts about public users (C7.9). Corrections of misspelt words know
   * only the words of indexed records.
   */
  index(): Promise<IndexOutcome>
  /**
   * Sets the records that a guest may read. Corrections use the words of these records (C15.13): `index` looks at the
   * records again where a condition has changed.
   */
  setReadable(readable: SearchScope): Promise<void>
}
