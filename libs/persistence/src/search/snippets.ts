import { HIT_BEGINS, HIT_ENDS, type SearchType } from '@content-service/domain'
import { sql } from 'kysely'
import type { Sql } from '../sql.ts'

/** What a snippet is taken from, of the row `t`. Longer texts are quoted from their beginning. */
const MAX_TEXT = 50_000
const TEXTS: Readonly<Record<SearchType, string>> = {
  ARTICLE: `t.title || E'\\n' || left(t.content, ${MAX_TEXT})`,
  USER: "t.name || ' ' || t.username",
  COMMENT: 't.content',
  PRODUCT: "t.title || E'\\n' || coalesce(t.description, '')",
}

const OPTIONS = `StartSel="${HIT_BEGINS}", StopSel="${HIT_ENDS}", MaxFragments=2, MaxWords=25, MinWords=8, FragmentDelimiter=" … "`

/** The part of a hit's text that the query is found in. The marks are taken out of the text first, if it has any. */
export const snippetSql = (type: SearchType, from: string, query: Sql): Sql => {
  const text = sql`translate(without_tags(${sql.raw(TEXTS[type])}), ${HIT_BEGINS + HIT_ENDS}, '')`
  const key = sql.raw(type === 'USER' ? 'hits.id::integer' : 'hits.id::uuid')
  return sql`(select ts_headline('content', ${text}, ${query}, ${OPTIONS}) from ${sql.raw(from)} t where t.id = ${key})`
}
