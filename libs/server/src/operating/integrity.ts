import {
  CHECK_NAMES,
  describeFinding,
  type IntegrityReport,
} from '@content-service/domain/internal/integrity'
import { timestamp } from '@content-service/domain/internal/rules'
import type { Registry } from 'prom-client'
import { registerGauge } from './gauge.ts'

/** The report of the last check; null before the first check, and while the database is away. */
export type LatestReport = () => Promise<IntegrityReport | null>

/** The part of /readyz about the last check, which does not affect readiness. */
export const integrityDetails = (report: IntegrityReport | null) =>
  report && {
    checkedAt: timestamp(report.checkedAt),
    ok: report.findings.length === 0,
    differs: report.findings.map(describeFinding),
  }

/** All processes show the last check of the database. */
export const registerIntegrity = (registry: Registry, latest: LatestReport): void => {
  registerGauge(registry, {
    name: 'integrity_findings',
    help: 'The number of inconsistent records that the last nightly check found.',
    aggregator: 'max',
    label: 'check',
    read: async () => {
      const report = await latest()
      const counts = new Map(report?.findings.map(({ check, count }) => [check, count]))
      return report && Object.fromEntries(CHECK_NAMES.map((check) => [check, counts.get(check) ?? 0]))
    },
  })
  registerGauge(registry, {
    name: 'integrity_checked_timestamp_seconds',
    help: 'The time of the last nightly check.',
    aggregator: 'max',
    read: async () => {
      const report = await latest()
      return report && report.checkedAt.getTime() / 1_000
    },
  })
}
