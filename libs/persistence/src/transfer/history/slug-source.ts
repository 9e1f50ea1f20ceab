import type { RecordType } from '@content-service/domain'
import { nameHistoryLine } from '@content-service/domain/internal/transfer'
import { sql } from 'kysely'
import { timeText } from '../../statements/sql.ts'
import { createIsOfTypes, nameRecord, type HistoryRow, type Source } from './history-source.ts'

export interface SlugRow extends HistoryRow {
  readonly slug: string
  readonly leftAt: string
}

const SLUGS_PAGE = 2_000

/** C17.7: the old slugs of all types. Those of now are in the lines of the records. */
export const createSlugSource = (types: readonly RecordType[]): Source<SlugRow> => ({
  types,
  from: sql`record_slugs t`,
  isOfTypes: sql`${createIsOfTypes(types, true)} and t.left_at is not null`,
  selected: sql`t.type, t.slug, t.record_id as "recordId", null as "user", ${timeText(sql.ref('t.left_at'))} as "leftAt"`,
  orderBy: sql`t.type, t.slug`,
  after: ({ type, slug }) => sql`(t.type, t.slug) > (${type}, ${slug})`,
  page: SLUGS_PAGE,
  ask: ({ recordId }, type, names) => names.ask(type, recordId),
  line: (row, type, names) => ({
    type: nameHistoryLine({ kind: 'slug', of: type }),
    ...nameRecord(type, row, names),
    slug: row.slug,
    leftAt: row.leftAt,
  }),
})
