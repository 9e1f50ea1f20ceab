import type { Figures } from '../measure.ts'
import type { DataSize } from '../data/records.ts'
import type { ScenarioName } from '../scenarios.ts'
import type { WorkloadName } from '../workloads.ts'
import { median, spread } from './statistics.ts'

/** The medians of the rounds of a contestant with a workload. */
export interface Row {
  readonly contestant: string
  readonly figures: Figures
  /** The largest deviation of a round from the median, as a part of the median: of requests, and of CPU time. */
  readonly rateSpread: number
  readonly cpuSpread: number
}

export interface WorkloadResult {
  readonly workload: WorkloadName
  /** In the order of the contestants; the limit is the first if it takes part. */
  readonly rows: readonly Row[]
}

export interface ScenarioResult {
  readonly name: ScenarioName
  readonly title: string
  readonly about: string
  readonly size: DataSize
  readonly workloads: readonly WorkloadResult[]
}

const cpuUs = ({ serverUs, postgresUs }: Figures): number => serverUs + postgresUs

export const summarizeRounds = (contestant: string, rounds: readonly Figures[]): Row => {
  const medianOf = (read: (figures: Figures) => number): number => median(rounds.map(read))
  return {
    contestant,
    figures: {
      requestsPerSecond: medianOf((figures) => figures.requestsPerSecond),
      serverUs: medianOf((figures) => figures.serverUs),
      postgresUs: medianOf((figures) => figures.postgresUs),
      p50Ms: medianOf((figures) => figures.p50Ms),
      p99Ms: medianOf((figures) => figures.p99Ms),
      bytes: medianOf((figures) => figures.bytes),
      statements: rounds.find(({ statements }) => statements !== null)?.statements ?? null,
    },
    rateSpread: spread(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
    cpuSpread: spread(rounds.map(cpuUs)),
  }
}

/** The requests per second as a part of those of the limit; undefined without the limit. */
export const ratioToLimit = ({ rows }: WorkloadResult, row: Row): number | undefined => {
  const limit = rows.find(({ contestant }) => contestant.startsWith('limit'))
  return limit && row.figures.requestsPerSecond / limit.figures.requestsPerSecond
}
