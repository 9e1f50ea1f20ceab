import type { Job } from '../work/job.ts'
import { MINUTE_MS } from '../rules/time.ts'

/** Keeps reads fast after many writes. The first run, at the start, finds tables without statistics. */
export const refreshStatistics: Job = {
  name: 'refresh-statistics',
  everyMs: MINUTE_MS,
  run: ({ statistics }) => statistics.refresh(),
}
