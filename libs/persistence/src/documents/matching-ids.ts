import type { SearchedType } from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'
import { writeIdType } from '../tables/record-id.ts'
import { locateDocuments } from './located-documents.ts'
import { parseAlternatives, removeLoneDashes, splitBeginning } from './typed-words.ts'
import { nameWaiting, selectWaiting } from './waiting.ts'

const parse = (text: string): Sql => sql`websearch_to_tsquery('content', ${text})`

/** A list narrows while somebody types: its last word can be the beginning of a longer one. */
const parseTyped = (text: string): Sql => {
  const beginning = splitBeginning(text)
  if (beginning === null) return parse(text)
  const longer = sql`to_tsquery('content', ${`'${beginning.word}':*`})`
  return sql`${parse(text)} || (${parse(beginning.before)} && ${longer})`
}

/** The text as it is searched for, and as titles of common words such as "The Who" have it. */
const selectTyped = (words: string): Sql => {
  const text = removeLoneDashes(words)
  return sql`typed as materialized (
    select ${parseTyped(text)} as query, plainto_tsquery('plain', ${text}) as plain
  )`
}

const QUERY = sql`(select query from typed)`
const PLAIN = sql`(select plain from typed)`
const HAS_COMMON_WORDS_ALONE = sql`(select numnode(query) = 0 from typed)`

const selectFound = (searched: SearchedType, waiting: Sql): Sql => {
  const { isOfType, id } = locateDocuments(searched)
  return sql`select ${id} from search_documents d
      where ${isOfType} and d.document @@ ${QUERY} and ${id} not in (select id from ${waiting})
    union all select id from ${waiting} where document @@ ${QUERY}`
}

/** C5.3: titles with all words of a text that has common words alone. */
const selectPlain = (searched: SearchedType, waiting: Sql): Sql =>
  sql`select id::${writeIdType(searched)} from search_titles
      where ${HAS_COMMON_WORDS_ALONE} and type = ${sql.lit(searched.type)} and words @@ ${PLAIN}
        and id not in (select id::text from ${waiting})
    union all select id from ${waiting} where ${HAS_COMMON_WORDS_ALONE} and plain @@ ${PLAIN}`

const hasExcluded = (words: string): boolean =>
  parseAlternatives(words)
    .flat()
    .some(({ isNegated }) => isNegated)

/**
 * C20.3: the ids of the records of a type whose texts have the words, as a search finds them without corrections. PostgreSQL
 * makes the array once, by the index of the words. A record that waits for its document is found by its present text (C1.2).
 */
export const selectMatching = (searched: SearchedType, words: string): Sql => {
  const waiting = nameWaiting(searched)
  const plain = hasExcluded(words) ? sql`` : sql` union all ${selectPlain(searched, waiting)}`
  return sql`array(with ${selectTyped(words)}, ${selectWaiting([searched])}
    ${selectFound(searched, waiting)}${plain})`
}
