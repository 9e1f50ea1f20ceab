import { CHECK_NAMES, sentenceOf, timestamp, type IntegrityReport } from '@content-service/domain'
import { Gauge, type Registry } from 'prom-client'

/** What the last check has found; null before the first one, and while that cannot be told. */
export type LatestReport = () => Promise<IntegrityReport | null>

/** What the details of /readyz tell of it; it does not decide about readiness. */
export const integrityDetails = (report: IntegrityReport | null) =>
  report && {
    checkedAt: timestamp(report.checkedAt),
    ok: report.findings.length === 0,
    differs: report.findings.map(sentenceOf),
  }

/** One check for all processes, so that each of them tells the same. */
export const registerIntegrity = (registry: Registry, latest: LatestReport): void => {
  const registers = [registry]
  new Gauge({
    name: 'integrity_findings',
    help: 'The number of inconsistent records that the last nightly check found.',
    labelNames: ['check'],
    aggregator: 'max',
    registers,
    async collect() {
      const report = await latest()
      this.reset()
      if (report === null) return
      for (const check of CHECK_NAMES) this.set({ check }, 0)
      for (const { check, count } of report.findings) this.set({ check }, count)
    },
  })
  new Gauge({
    name: 'integrity_checked_timestamp_seconds',
    help: 'The time of the last nightly check.',
    aggregator: 'max',
    registers,
    async collect() {
      const report = await latest()
      if (report === null) this.remove()
      else this.set(report.checkedAt.getTime() / 1_000)
    },
  })
}
