import { HIT_BEGINS, HIT_ENDS, type SearchedType, type SearchWeight } from '@content-service/domain'
import { sql } from 'kysely'
import { toSnakeCase } from '../rows.ts'
import type { Sql } from '../sql.ts'
import { findIdType } from './candidates.ts'

/** Longer texts are quoted from their beginning. */
const MAX_TEXT = 50_000

const OPTIONS = `StartSel="${HIT_BEGINS}", StopSel="${HIT_ENDS}", MaxFragments=2, MaxWords=25, MinWords=8, FragmentDelimiter=" … "`

const listColumns = ({ texts }: SearchedType, weights: readonly SearchWeight[]): readonly Sql[] =>
  texts
    .filter(({ weight }) => weights.includes(weight))
    .map(({ attribute }) => sql`left(${sql.ref(`t.${toSnakeCase(attribute)}`)}, ${sql.lit(MAX_TEXT)})`)

/** The text that a snippet is taken from, of the row `t`: the title, and the other texts on lines of their own. */
const selectText = (searched: SearchedType): Sql => {
  const [title, others] = [listColumns(searched, ['A']), listColumns(searched, ['D'])]
  const lines = [...(title.length > 0 ? [sql`concat_ws(' ', ${sql.join(title)})`] : []), ...others]
  return sql`concat_ws(E'\\n', ${sql.join(lines)})`
}

/** The part of a hit's text that contains the query. The marks are taken out of the text first, if it has any. */
export const snippetSql = (searched: SearchedType, query: Sql): Sql => {
  const text = sql`translate(without_tags(${selectText(searched)}), ${HIT_BEGINS + HIT_ENDS}, '')`
  const key = sql`hits.id::${findIdType(searched.from)}`
  return sql`(select ts_headline('content', ${text}, ${query}, ${OPTIONS}) from ${sql.table(searched.from)} t where t.id = ${key})`
}
