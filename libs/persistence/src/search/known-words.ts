import { isMisspelling } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRows, type Sql } from '../statements/sql.ts'

/** The known words that may be meant by each typed word. They are in lower case and without accents. */
export type Corrections = ReadonlyMap<string, readonly string[]>

/** Known words have 5 to 40 letters, and a misspelt word has at most one letter less or more. */
const SHORTEST_TYPED = 4
const LONGEST_TYPED = 41
/** From this length on, a word with two mistakes is seldom similar to another word. */
const LONG_WORD = 8

/** These limits bound the work of one search, for any length of its text and any number of known words. */
const MAX_WORDS = 10
/** A look-up by trigrams takes twenty times as long as a look-up by spellings. */
const MAX_FARTHER_WORDS = 4
const MAX_CANDIDATES = 24

interface Candidate {
  readonly typed: string
  readonly folded: string
  readonly known: string
}

/** The bytes of the texts whose words are known before they are learned (C1.2). */
const WAITING_BYTES = 8 * 1024

/** The condition of a similar word, whose spellings the table has. */
type IsNear = (spellings: Sql) => Sql

/** The known words similar to each typed word; none for a word that search ignores, such as "which". */
const lookUpWords = (words: readonly string[], isNear: IsNear): Sql<Candidate> =>
  sql`with waiting as materialized (
    select word, spellings(word) as spellings from waiting_words(${WAITING_BYTES}) word
  ) select typed, folded, known from (
    select typed, folded(typed) as folded from unnest(${sql.val(words)}::text[]) typed where to_tsvector('content', typed) <> ''
  ) given cross join lateral (
    select word as known from (
      select word from search_words where word <> given.folded and ${isNear(sql`spellings(word)`)}
      union select word from waiting where word <> given.folded and ${isNear(sql`spellings`)}
    ) similar_words
    order by similarity(word, given.folded) desc, word limit ${MAX_CANDIDATES}
  ) near`

const hasOneMistake: IsNear = (spellings) => sql`${spellings} && spellings(given.folded)`
/** The index of similar words knows them as `lower(word)`, although they are in lower case. */
const hasTwoMistakes: IsNear = () =>
  sql`lower(word) % given.folded and levenshtein_less_equal(word, given.folded, 2) <= 2`

/** The longest words of the search, without the words that are too short: long words contain more mistakes. */
const selectLongest = (words: readonly string[], shortest: number, atMost: number): readonly string[] =>
  [...new Set(words)]
    .filter(({ length }) => length >= shortest && length <= LONGEST_TYPED)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, atMost)

const groupByTyped = (found: readonly Candidate[]): Corrections => {
  const groups = Map.groupBy(found, ({ typed }) => typed)
  return new Map([...groups].map(([typed, near]) => [typed, near.map(({ known }) => known)]))
}

/** Called with the number of words before the look-up. An error of the call ends the search. */
export type BeforeLookup = (words: number) => Promise<void>

/** The known words that differ from a typed word by one mistake (C5.3). */
export const findCorrections = async (
  em: SqlEntityManager,
  words: readonly string[],
  beforeLookup: BeforeLookup,
): Promise<Corrections> => {
  const wanted = selectLongest(words, SHORTEST_TYPED, MAX_WORDS)
  if (wanted.length === 0) return new Map()
  await beforeLookup(wanted.length)
  const found = await findRows(em, lookUpWords(wanted, hasOneMistake))
  return groupByTyped(found.filter(({ folded, known }) => isMisspelling(folded, known)))
}

/**
 * The known words that differ from a long typed word by at most two letters. `findCorrections` has already counted
 * these words.
 */
export const findFartherCorrections = async (
  em: SqlEntityManager,
  words: readonly string[],
): Promise<Corrections> => {
  const wanted = selectLongest(words, LONG_WORD, MAX_FARTHER_WORDS)
  return groupByTyped(await findRows(em, lookUpWords(wanted, hasTwoMistakes)))
}
