import type { IndexOutcome, SearchedType } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow } from '../sql.ts'
import { asked, type Attempt } from './attempt.ts'

/** The articles of a batch, which takes about 100 ms. */
const BATCH = 200

/** Finds the neighbours of common words in a batch of articles whose documents are written. */
export const indexNeighbours = async (em: SqlEntityManager): Promise<IndexOutcome> => {
  const found = await findRow(
    em,
    sql<{ outcome: IndexOutcome }>`select index_neighbours(${BATCH}) as outcome`,
  )
  return found?.outcome ?? 'done'
}

/** Whether a search looks for neighbours: few texts of other types have the words of a phrase at several places. */
export const looksForNeighbours = ({ from }: SearchedType, { hasPhrase }: Attempt): boolean =>
  from === 'articles' && hasPhrase === true

/** If the neighbours in more articles are unknown, reading all documents with the words takes less time. */
const MOST_UNKNOWN = 1_000

/**
 * The keys of the common neighbours in each match, and the number of the list of common words, as the table `neighbours`
 * in the `with` of a statement. The keys are null if a search by neighbours is not possible, or takes longer.
 */
export const NEIGHBOURS = sql`neighbours as materialized (
    select list, case when (
      select count(*) from (select from search_neighbours n where n.list < c.list limit ${sql.lit(MOST_UNKNOWN + 1)}) unknown
    ) <= ${sql.lit(MOST_UNKNOWN)} then neighbours_of(${asked('query')}, words) end as keys
    from search_common_words c
  )`

const [LIST, KEYS] = [sql`(select list from neighbours)`, sql`(select keys from neighbours)`]

/** PostgreSQL computes a condition without columns before it reads the rows. */
export const HAS_KEYS = sql`${KEYS} is not null`

/**
 * The documents `d` of articles with the neighbours, and of articles whose neighbours are unknown. Behind `offset 0`,
 * PostgreSQL reads a document only for such an article. `is true` keeps it from reading the index of lists.
 */
export const FROM_NEIGHBOURS = sql`(
    select article_id from search_neighbours where keys @> ${KEYS} and (list = ${LIST}) is true
    union all select article_id from search_neighbours where list < ${LIST}
  ) n cross join lateral (select * from search_documents d where d.article_id = n.article_id offset 0) d`
