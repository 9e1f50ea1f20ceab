import type { IntegrityCheck, IntegrityStore } from '../../integrity/integrity-report.ts'
import type { MemoryTables } from './memory-tables.ts'

type Counts = (tables: MemoryTables) => number

/** Maps have no indexes that could be corrupt, and no foreign keys that could lead nowhere. */
const COUNTS: Partial<Readonly<Record<IntegrityCheck, Counts>>> = {
  'likes-miscounted': ({ articles, likes: all }) =>
    articles.where(({ id, likes }) => all.where({ articleId: id }).length !== likes).length,
  'published-without-time': ({ articles }) =>
    articles.where({ status: 'PUBLISHED', publishedAt: null }).length,
  'scheduled-otherwise': ({ articles }) =>
    articles.where(
      ({ status, scheduledFor }) => scheduledFor !== null && !['DRAFT', 'REVIEW'].includes(status),
    ).length,
  'no-administrator': ({ users }) =>
    users.where({ status: 'ACTIVE', deleted: false }).some(({ roles }) => roles.includes('ADMIN')) ? 0 : 1,
}

export const memoryIntegrity = (tables: MemoryTables): IntegrityStore => ({
  count: async (check) => COUNTS[check]?.(tables) ?? 0,
  keep: async (report) => void (tables.integrityReport = report),
  latest: async () => tables.integrityReport,
})
