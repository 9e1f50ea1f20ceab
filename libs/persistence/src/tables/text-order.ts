import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'

/** An index on text holds so many characters of the folded text (C14.9). */
const INDEXED_CHARACTERS = sql.lit(100)

/** The part of a folded text that an index holds, compared by code points. */
export const foldStartSql = (text: Sql): Sql => sql`"left"(fold(${text}), ${INDEXED_CHARACTERS}) collate "C"`

/**
 * C13.2: the terms by which a text is ordered: its folded form by code points, then as it is. The first term changes no order:
 * an index has it.
 */
export const textTerms = (text: Sql): readonly Sql[] => [
  foldStartSql(text),
  sql`fold(${text}) collate "C"`,
  sql`${text} collate "C"`,
]

/**
 * The folded text in an index on the texts that GUEST may read. The words differ from those of the index on all texts:
 * PostgreSQL has statistics for each expression, and would take a word of unreadable texts for one that many readable texts have.
 */
export const foldOfGuestSql = (text: Sql): Sql => sql`(fold(${text}) || ''::text)`
