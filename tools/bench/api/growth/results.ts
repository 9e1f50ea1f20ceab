import type { DataSize } from '../data/records.ts'
import type { Row } from '../report/results.ts'
import type { Series } from './series.ts'

export interface StepResult {
  readonly step: number
  /** The objects of a response. */
  readonly objects: number
  readonly row: Row
}

export interface SeriesResult extends Pick<Series, 'title' | 'unit'> {
  readonly steps: readonly StepResult[]
}

export interface GrowthResult {
  readonly size: DataSize
  readonly series: readonly SeriesResult[]
}

const KIB = 1_024

/** The objects or KiB of a response. */
const countUnits = ({ unit }: SeriesResult, { objects, row }: StepResult): number =>
  unit === 'object' ? objects : row.figures.bytes / KIB

/** The CPU time in microseconds per object or KiB: of the server and of PostgreSQL. */
export const costPerUnit = (series: SeriesResult, step: StepResult) => {
  const { serverUs, postgresUs } = step.row.figures
  const units = countUnits(series, step)
  return {
    serverUs: serverUs / units,
    postgresUs: postgresUs / units,
    bothUs: (serverUs + postgresUs) / units,
  }
}

/** How the CPU time per unit has grown since the step before; null for the first step. */
export const factorOf = (series: SeriesResult, place: number): number | null => {
  const [before, step] = [series.steps[place - 1], series.steps[place]]
  if (before === undefined || step === undefined) return null
  return costPerUnit(series, step).bothUs / costPerUnit(series, before).bothUs
}
