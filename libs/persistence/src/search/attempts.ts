import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow, type Sql } from '../sql.ts'
import { joinSql, type Attempt } from './attempt.ts'
import { findCorrections, findFartherCorrections, type BeforeLookup } from './known-words.ts'
import {
  parseAlternatives,
  listCorrectableWords,
  listCorrectedTexts,
  normalizeWords,
  type Term,
} from './query-words.ts'

/** Positions in a tsvector end at 16,383: in texts from this length on, a phrase may lie beyond. */
const LONG_TEXT = 60_000

const parseWebsearch = (text: string): Sql => sql`websearch_to_tsquery('content', ${text})`

export const createLiteralAttempt = (text: string): Attempt => ({ query: parseWebsearch(text) })

const createQuery = (alternatives: readonly (readonly Term[])[], wordsOf: (term: Term) => Sql): Sql =>
  joinSql(
    alternatives.map((terms) => joinSql(terms.map(wordsOf), sql` && `)),
    sql` || `,
  )

const toUnchangedQuery = ({ text, isPhrase, isNegated }: Term): Sql =>
  parseWebsearch(`${isNegated ? '-' : ''}${isPhrase ? `"${text}"` : text}`)

const isIn = ({ text }: Term): Sql =>
  sql`position(${` ${normalizeWords(text)} `} in ' ' || regexp_replace(lower(unaccent(t.content)), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0`

/** Long articles that have the words of every phrase, and the phrase itself in their text; null without a phrase. */
export const matchLongTexts = (text: string): Attempt | null => {
  const alternatives = parseAlternatives(text)
  const phrases = alternatives.flat().filter(({ isPhrase, isNegated }) => isPhrase && !isNegated)
  if (phrases.length === 0 || alternatives.length > 1) return null
  const words = (term: Term): Sql =>
    phrases.includes(term) ? sql`plainto_tsquery('content', ${term.text})` : toUnchangedQuery(term)
  const isLong = sql`length(t.content) > ${LONG_TEXT}`
  return {
    query: createQuery(alternatives, words),
    articles: joinSql([isLong, ...phrases.map(isIn)], sql` and `),
  }
}

/** The query as the database parses it: many corrections are one value in the statements that follow. */
const parseQuery = async (em: SqlEntityManager, query: Sql): Promise<Sql> => {
  const found = await findRow(em, sql<{ text: string }>`select ${query}::text as text`)
  return sql`${found?.text}::tsquery`
}

/** The search with every word widened by those that it may stand for; null when there are none. */
const widenSearch =
  (find: typeof findCorrections) =>
  async (text: string, em: SqlEntityManager, beforeLookup: BeforeLookup): Promise<Attempt | null> => {
    const alternatives = parseAlternatives(text)
    const corrections = await find(em, alternatives.flat().flatMap(listCorrectableWords), beforeLookup)
    if (corrections.size === 0) return null
    const words = (term: Term): Sql =>
      joinSql(
        [toUnchangedQuery(term), ...listCorrectedTexts(term, corrections).map(parseWebsearch)],
        sql` || `,
      )
    return { query: await parseQuery(em, createQuery(alternatives, words)), exact: parseWebsearch(text) }
  }

/** With one mistake in each word (C5.3). */
export const corrected = widenSearch(findCorrections)

/** With two mistakes in long words, which are seldom another word. */
export const correctedFarther = widenSearch(findFartherCorrections)
