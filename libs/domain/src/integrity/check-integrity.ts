import type { Stores } from '../context/context.ts'
import type { Job } from '../work/job.ts'
import { DAY_MS } from '../rules/time.ts'
import { CHECK_NAMES, type IntegrityFinding, type IntegrityReport } from './integrity-report.ts'

/** Few clients use the service at this hour of UTC. */
const NIGHT_HOUR = 3

const lastNight = (now: Date): Date => {
  const tonight = new Date(now)
  tonight.setUTCHours(NIGHT_HOUR, 0, 0, 0)
  return tonight <= now ? tonight : new Date(tonight.getTime() - DAY_MS)
}

/** Runs the checks one after the other, and stores the report. */
export const checkIntegrity = async (
  { integrity }: Pick<Stores, 'integrity'>,
  now: Date,
): Promise<IntegrityReport> => {
  const findings: IntegrityFinding[] = []
  for (const check of CHECK_NAMES) {
    const count = await integrity.count(check, now)
    if (count > 0) findings.push({ check, count })
  }
  const report = { checkedAt: now, findings }
  await integrity.keep(report)
  return report
}

/** Runs every night in the first process that finds the check due; at the first start it runs at once. */
export const nightlyCheck: Job = {
  name: 'check-integrity',
  everyMs: 900_000,
  run: async (stores, now) => {
    const latest = await stores.integrity.latest()
    if (latest === null || latest.checkedAt < lastNight(now)) await checkIntegrity(stores, now)
  },
}
