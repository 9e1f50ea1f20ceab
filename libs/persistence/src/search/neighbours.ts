import type { IndexOutcome, SearchedType } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow, type Sql } from '../sql.ts'
import { asked, type Attempt } from './attempt.ts'

/** The articles of a batch: finding their neighbours takes about 100 ms. */
const BATCH = 200

/** Finds the neighbours of common words in a batch of articles whose documents are written. */
export const indexNeighbours = async (em: SqlEntityManager): Promise<IndexOutcome> => {
  const found = await findRow(
    em,
    sql<{ outcome: IndexOutcome }>`select index_neighbours(${BATCH}) as outcome`,
  )
  return found?.outcome ?? 'done'
}

/** Whether a search looks for neighbours: only articles have enough documents with the same two words. */
export const looksForNeighbours = ({ from }: SearchedType, { hasPhrase }: Attempt): boolean =>
  from === 'articles' && hasPhrase === true

/** If the neighbours of more articles are not known, reading all documents with the words takes less time. */
const MOST_UNKNOWN = 1_000

/**
 * The keys of the neighbours in each match, and the number of their list, as the table `neighbours` in the `with` of a
 * statement. The keys are null if a search by neighbours is not possible, or slower.
 */
export const NEIGHBOURS = sql`neighbours as materialized (
    select list, case when (
        select count(*) from (select from search_neighbours n where n.list < c.list limit ${sql.lit(MOST_UNKNOWN + 1)}) unknown
      ) <= ${sql.lit(MOST_UNKNOWN)} then neighbours_of(${asked('query')}, words) end as keys
    from search_common_words c
  )`

const LIST = sql`(select list from neighbours)`
const KEYS = sql`(select keys from neighbours)`

export const ARE_USELESS = sql`${KEYS} is null`

/**
 * The documents `d` of articles with the neighbours, and of articles whose neighbours are not known yet. Behind
 * `offset 0`, PostgreSQL reads a document only for such an article.
 */
export const FROM_NEIGHBOURS = sql`(
    select article_id from search_neighbours where keys @> ${KEYS} and list = ${LIST}
    union all select article_id from search_neighbours where list < ${LIST} and ${KEYS} is not null
  ) n cross join lateral (select * from search_documents d where d.article_id = n.article_id offset 0) d`
