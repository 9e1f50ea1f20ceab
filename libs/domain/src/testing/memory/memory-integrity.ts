import type { Article } from '../../articles/article.ts'
import type { IntegrityCheck, IntegrityStore } from '../../integrity/integrity-report.ts'
import type { MemoryTables } from './memory-tables.ts'

type Counts = (tables: MemoryTables) => number

const articlesWith =
  (isWrong: (article: Article, tables: MemoryTables) => boolean): Counts =>
  (tables) =>
    [...tables.articles.values()].filter((article) => isWrong(article, tables)).length

/** Maps have no indexes that could break, and nothing in them is looked up by what is not there. */
const COUNTS: Partial<Readonly<Record<IntegrityCheck, Counts>>> = {
  'likes-miscounted': articlesWith(
    ({ id, likes }, tables) => tables.likes.filter(({ article }) => article === id).length !== likes,
  ),
  'published-without-time': articlesWith(
    ({ status, publishedAt }) => status === 'PUBLISHED' && publishedAt === null,
  ),
  'scheduled-otherwise': articlesWith(
    ({ status, scheduledFor }) => scheduledFor !== null && !['DRAFT', 'REVIEW'].includes(status),
  ),
  'no-administrator': ({ users }) =>
    [...users.values()].some(
      ({ roles, status, deleted }) => roles.includes('ADMIN') && status === 'ACTIVE' && !deleted,
    )
      ? 0
      : 1,
}

export const memoryIntegrity = (tables: MemoryTables): IntegrityStore => ({
  count: async (check) => COUNTS[check]?.(tables) ?? 0,
  keep: async (report) => void (tables.integrityReport = report),
  latest: async () => tables.integrityReport,
})
