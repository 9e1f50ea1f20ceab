import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { joined, type Attempt, type Sql } from './hits.ts'
import { alternativesOf, folded, plainWords, type Term } from './query-words.ts'

/** Words of the texts that a misspelt one may have meant are no farther than one letter away, long ones two (C5.3). */
const LONG_WORD = 8
const SHORTEST_CORRECTED = 4
const LONGEST_CORRECTED = 40
const MAX_CORRECTIONS = 8

/** Positions in a tsvector end at 16,383: in texts from this length on, a phrase may lie beyond. */
const LONG_TEXT = 60_000

const websearch = (text: string): Sql => sql`websearch_to_tsquery('content', ${text})`

export const asWritten = (text: string): Attempt => ({ query: websearch(text) })

const queryOf = (alternatives: readonly (readonly Term[])[], wordsOf: (term: Term) => Sql): Sql =>
  joined(
    alternatives.map((terms) => joined(terms.map(wordsOf), ' && ')),
    ' || ',
  )

const unchanged = ({ text, isPhrase, isNegated }: Term): Sql =>
  websearch(`${isNegated ? '-' : ''}${isPhrase ? `"${text}"` : text}`)

const isIn = ({ text }: Term): Sql =>
  sql`position(${` ${plainWords(text)} `} in ' ' || regexp_replace(lower(unaccent(t.content)), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0`

/** Long articles that have the words of every phrase, and the phrase itself in their text; null without a phrase. */
export const inLongTexts = (text: string): Attempt | null => {
  const alternatives = alternativesOf(text)
  const phrases = alternatives.flat().filter(({ isPhrase, isNegated }) => isPhrase && !isNegated)
  if (phrases.length === 0 || alternatives.length > 1) return null
  const words = (term: Term): Sql =>
    phrases.includes(term) ? sql`plainto_tsquery('content', ${term.text})` : unchanged(term)
  const isLong = sql`length(t.content) > ${LONG_TEXT}`
  return { query: queryOf(alternatives, words), articles: joined([isLong, ...phrases.map(isIn)], ' and ') }
}

const correctable = ({ text, isPhrase, isNegated }: Term): readonly string[] => {
  const word = folded(text)
  const isOfLength = word.length >= SHORTEST_CORRECTED && word.length <= LONGEST_CORRECTED
  return isPhrase || isNegated || !isOfLength ? [] : [word]
}

/** Trigrams find candidates by the index; the distance decides, and only the nearest are taken. */
const wordsNear = async (em: SqlEntityManager, word: string): Promise<readonly string[]> => {
  const farthest = word.length >= LONG_WORD ? 2 : 1
  const { rows } = await sql<{ word: string }>`select word from (
      select word, levenshtein_less_equal(word, ${word}, ${farthest}) as distance from search_words where word % ${word}
    ) near where distance between 1 and ${farthest} order by distance, word limit ${MAX_CORRECTIONS}`.execute(
    em.getKysely(),
  )
  return rows.map((row) => row.word)
}

/** The search with every word widened by those it may have meant; null when there are none. */
export const corrected = async (text: string, em: SqlEntityManager): Promise<Attempt | null> => {
  const alternatives = alternativesOf(text)
  const near = new Map<string, readonly string[]>()
  for (const word of new Set(alternatives.flat().flatMap(correctable)))
    near.set(word, await wordsNear(em, word))
  if (![...near.values()].some((words) => words.length > 0)) return null
  const widened = (term: Term): Sql => {
    const others = correctable(term).flatMap((word) => near.get(word) ?? [])
    return joined([unchanged(term), ...others.map(websearch)], ' || ')
  }
  return { query: queryOf(alternatives, widened) }
}
