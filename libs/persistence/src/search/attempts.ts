import type { Reference } from '@content-service/authz'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow, type Sql } from '../statements/sql.ts'
import { joinSql, type Attempt } from './attempt.ts'
import { runBoundedSearch } from '../session/bounded.ts'
import { findCorrections, findFartherCorrections, type BeforeLookup } from './known-words.ts'
import { excludesOnly, listCorrectableWords, listCorrectedTexts, normalizeWords } from './query-words.ts'
import { parseAlternatives, type Term } from '../documents/typed-words.ts'

/** Positions in a tsvector end at 16,383: a text of this length can contain a phrase beyond the last position. */
const LONG_TEXT = 60_000

export const parseWebsearch = (text: string | Reference): Sql => sql`websearch_to_tsquery('content', ${text})`

/** The words as typed. */
export const createLiteralAttempt = (text: string): Attempt => ({
  query: parseWebsearch(text),
  excludesOnly: excludesOnly(text),
})

/** The words with their corrections. */
export const createWidenedAttempt = (text: string | Reference, widened: string | Reference) => ({
  query: sql`${widened}::tsquery`,
  exact: parseWebsearch(text),
})

const createQuery = (alternatives: readonly (readonly Term[])[], wordsOf: (term: Term) => Sql): Sql =>
  joinSql(
    alternatives.map((terms) => joinSql(terms.map(wordsOf), sql` && `)),
    sql` || `,
  )

const toUnchangedQuery = ({ text, isPhrase, isNegated }: Term): Sql =>
  parseWebsearch(`${isNegated ? '-' : ''}${isPhrase ? `"${text}"` : text}`)

const isIn = ({ text }: Term): Sql =>
  sql`position(${` ${normalizeWords(text)} `} in ' ' || regexp_replace(lower(unaccent(t.content)), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0`

/** PostgreSQL knows the bytes of a text without reading the text, and a text has no more characters than bytes. */
const HAS_MANY_BYTES = sql`octet_length(t.content) > ${sql.lit(LONG_TEXT)}`

/** Finds long articles with all words of the phrases, and with the phrases in their text; null without a phrase. */
export const matchLongTexts = (text: string): Attempt | null => {
  const alternatives = parseAlternatives(text)
  const phrases = alternatives.flat().filter(({ isPhrase, isNegated }) => isPhrase && !isNegated)
  if (phrases.length === 0 || alternatives.length > 1) return null
  const words = (term: Term): Sql =>
    phrases.includes(term) ? sql`plainto_tsquery('content', ${term.text})` : toUnchangedQuery(term)
  const isLong = sql`length(t.content) > ${LONG_TEXT}`
  return {
    query: createQuery(alternatives, words),
    articles: joinSql([HAS_MANY_BYTES, isLong, ...phrases.map(isIn)], sql` and `),
    among: sql`select t.id from articles t where ${HAS_MANY_BYTES}`,
  }
}

/**
 * Lets the database parse the query once: the following statements contain it as one value, even with many corrections.
 */
const parseQuery = async (em: SqlEntityManager, query: Sql): Promise<string> =>
  (await findRow(em, sql<{ text: string }>`select ${query}::text as text`))?.text ?? ''

/**
 * C5.3: titles with all words of a search for words of the stop list alone, such as "The Who" or "to be or not to be"; null
 * for other searches.
 */
export const matchPlainTitles = async (text: string, { em }: Pick<LookUp, 'em'>): Promise<Attempt | null> => {
  if (
    parseAlternatives(text)
      .flat()
      .some(({ isNegated }) => isNegated)
  )
    return null
  const words = sql`plainto_tsquery('plain', ${text})`
  const found = await findRow(
    em,
    sql`select where numnode(${parseWebsearch(text)}) = 0 and numnode(${words}) > 0`,
  )
  return found ? { query: words, isPlain: true } : null
}

/** The input of a look-up of words. */
export interface LookUp {
  readonly em: SqlEntityManager
  /** The time of each statement. */
  readonly timeoutMs: number
  readonly beforeCorrecting: BeforeLookup
}

/** The search in which the corrections of a word are alternatives to the word; null without corrections. */
const widenSearch =
  (find: typeof findCorrections) =>
  (text: string, { em, timeoutMs, beforeCorrecting }: LookUp): Promise<Attempt | null> =>
    runBoundedSearch(em, timeoutMs, async (inside) => {
      const alternatives = parseAlternatives(text)
      const words = alternatives.flat().flatMap(listCorrectableWords)
      const corrections = await find(inside, words, beforeCorrecting)
      if (corrections.size === 0) return null
      const widen = (term: Term): Sql =>
        joinSql(
          [toUnchangedQuery(term), ...listCorrectedTexts(term, corrections).map(parseWebsearch)],
          sql` || `,
        )
      const widened = await parseQuery(inside, createQuery(alternatives, widen))
      return { ...createWidenedAttempt(text, widened), widened }
    })

/** Corrections of one mistake in each word (C5.3). */
export const corrected = widenSearch(findCorrections)

/** Corrections of two mistakes in long words, which are seldom similar to another word. */
export const correctedFarther = widenSearch(findFartherCorrections)
