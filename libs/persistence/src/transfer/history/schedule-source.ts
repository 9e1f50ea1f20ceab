import type { ContentModel, RecordType } from '@content-service/domain'
import { SCHEDULED_BY, SCHEDULED_FOR } from '@content-service/domain/internal/model'
import { nameHistoryLine } from '@content-service/domain/internal/transfer'
import { sql } from 'kysely'
import { toSnakeCase } from '../../statements/rows.ts'
import { timeText } from '../../statements/sql.ts'
import { selectVisible } from '../../tables/visible-rows.ts'
import { nameRecord, selectType, selectUsername, type HistoryRow, type Source } from './history-source.ts'

export interface ScheduleRow extends HistoryRow {
  readonly publishAt: string
}

const PAGE = 2_000
const TIME = sql.id('t', toSnakeCase(SCHEDULED_FOR))

/** The schedules of a type. */
export const createScheduleSource = (model: ContentModel, type: RecordType): Source<ScheduleRow> => ({
  types: [type],
  from: sql`${selectVisible(model, type)} t`,
  isOfTypes: sql`${TIME} is not null`,
  selected: sql`t.id as "recordId", ${selectType([type], false)} as type, ${timeText(TIME)} as "publishAt",
    ${selectUsername(toSnakeCase(SCHEDULED_BY))}`,
  orderBy: sql`${TIME}, t.id`,
  after: ({ recordId, publishAt }) => sql`(${TIME}, t.id) > (${publishAt}::timestamptz, ${recordId}::uuid)`,
  page: PAGE,
  ask: ({ recordId }, _, names) => names.ask(type, recordId),
  line: (row, _, names) => ({
    type: nameHistoryLine({ kind: 'schedule', of: type }),
    ...nameRecord(type, row, names),
    ...(row.user !== null && { user: row.user }),
    publishAt: row.publishAt,
  }),
})
