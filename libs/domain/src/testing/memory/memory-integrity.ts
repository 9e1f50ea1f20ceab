import type { IntegrityCheck, IntegrityStore } from '../../integrity/integrity-report.ts'
import type { ContentModel } from '../../model/content-model.ts'
import { SCHEDULED_FOR } from '../../model/states/schedule.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { isWaiting } from '../../records/schedule/schedule-actions.ts'
import { countMiscounted } from './records/memory-likes.ts'
import type { MemoryTables } from './memory-tables.ts'

type Counts = (tables: MemoryTables, model: ContentModel) => number

const countScheduledOtherwise = (tables: MemoryTables, type: RecordType): number =>
  type.schedule === null
    ? 0
    : tables
        .of(type.plural)
        .where((record) => (record[SCHEDULED_FOR] ?? null) !== null && !isWaiting(type, record)).length

/** Maps have no indexes that could be corrupt, and no foreign keys that could lead nowhere. */
const COUNTS: Partial<Readonly<Record<IntegrityCheck, Counts>>> = {
  'likes-miscounted': (tables, { types }) =>
    types.reduce((count, type) => count + countMiscounted(tables, type), 0),
  'published-without-time': ({ articles }) =>
    articles.where({ status: 'PUBLISHED', publishedAt: null }).length,
  'scheduled-otherwise': (tables, { types }) =>
    types.reduce((count, type) => count + countScheduledOtherwise(tables, type), 0),
  'no-administrator': ({ users }) =>
    users.where({ status: 'ACTIVE', deleted: false }).some(({ roles }) => roles.includes('ADMIN')) ? 0 : 1,
}

export const memoryIntegrity = (tables: MemoryTables, model: ContentModel): IntegrityStore => ({
  count: async (check) => COUNTS[check]?.(tables, model) ?? 0,
  keep: async (report) => void (tables.integrityReport = report),
  latest: async () => tables.integrityReport,
})
