import type { SearchExtent } from '@content-service/domain/internal/search'
import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'
import { asked, type Attempt } from './attempt.ts'

/** The weight of the distance between the words: it orders hits with the same number of words in their titles. */
const NEARNESS = 0.05

/**
 * C5.3: a word in a title counts 0.6 or more, and a word in a text at most 0.1, regardless of repetitions. Among hits
 * with the same words in their titles, texts with the words close together come first.
 */
export const scoreWords = ({ exact, isPlain }: Attempt, words: Sql): Sql => {
  // Among titles with all words, the shortest comes first.
  if (isPlain) return sql`ts_rank(${words}, ${asked('any_word')}, 1)`
  const asTyped = exact ? sql`ts_rank(${words}, ${asked('any_exact')})` : sql`0`
  return sql`ts_rank(${words}, ${asked('any_word')}) + ${asTyped}`
}

const NEARNESS_OF_WORDS = sql`ts_rank_cd(d.document, ${asked('query')}, 32)`

/** The score of the row `d` of a ranked document. The nearness takes six times as long as the score of the words. */
export const SCORE = sql`(d.words + case when ${asked('has_several')}
  then ${NEARNESS} * coalesce(d.nearness, ${NEARNESS_OF_WORDS}) else 0 end)::real`

/** Whether all records of a search for several words need their nearness, or whether few of them can be on the page. */
type Needs = 'nearness' | 'words'

/**
 * Records with the score of their words. `ts_delete` reads a document once for all functions: without it, PostgreSQL reads it
 * again for the nearness. If one word of several is enough, many records have equal titles and need the nearness, too.
 */
export const rank = (attempt: Attempt, records: Sql, needs: Needs): Sql => {
  const isNeeded = needs === 'nearness' ? sql`` : sql` and ${asked('needs_one')}`
  return sql`select type, id, stored as document, ${scoreWords(attempt, sql`d.document`)} as words,
      case when ${asked('has_several')}${isNeeded} then ${NEARNESS_OF_WORDS} end as nearness
    from (select type, id, document as stored, ts_delete(document, '') as document from (${records}) r offset 0) d`
}

export const isAfter = ({ after }: SearchExtent): Sql =>
  after ? sql`(score, id) < (${after.score}::real, ${after.id})` : sql`true`

/** The highest score of a record with the words in its text only, with a margin for rounding. */
export const computeHighestTextScore = ({ exact }: Attempt): number => 0.11 + NEARNESS + (exact ? 0.11 : 0)

/** More than the rounding of a score. */
const ROUNDING = 0.0001

/** A score that is lower than the score of the whole record by at most `margin`. */
interface PartialScore {
  readonly column: Sql
  readonly margin: number
}

/** Whether a row is certainly behind the cursor. */
export const isCertainlyAfter = ({ after }: SearchExtent, { column, margin }: PartialScore): Sql =>
  after ? sql`${column} < ${after.score}::real - ${sql.lit(margin)}` : sql`true`

/**
 * The condition of the rows of a table that can be on the page. The rows with the best partial scores fill the page,
 * unless the rest of the score brings another row before them.
 */
export const canBeOnPage = (extent: SearchExtent, table: Sql, score: PartialScore): Sql =>
  sql`${score.column} >= coalesce((
      select ${score.column} from ${table} where ${isCertainlyAfter(extent, score)}
      order by ${score.column} desc offset ${extent.limit + extent.offset - 1} limit 1
    ), 0) - ${sql.lit(score.margin)}`

/** The score of the words in the whole document. */
export const WORDS: PartialScore = { column: sql`words`, margin: NEARNESS + ROUNDING }

/** The score of the words in the title. */
export const scoreTitles = (attempt: Attempt): PartialScore => ({
  column: sql`title_words`,
  margin: computeHighestTextScore(attempt),
})
