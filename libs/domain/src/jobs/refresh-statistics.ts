import { MINUTE_MS } from '../rules/time.ts'
import type { Job } from './job.ts'

/** Port: what the database knows about its own tables, by which it plans reads. */
export interface StatisticsStore {
  /** Collects statistics about tables that have none, or of which more than a tenth and 1,000 rows have changed. */
  refresh(): Promise<void>
}

/** Keeps reads fast after many writes. The first run, at the start, finds tables without statistics. */
export const refreshStatistics: Job = {
  name: 'refresh-statistics',
  everyMs: MINUTE_MS,
  run: ({ statistics }) => statistics.refresh(),
}
