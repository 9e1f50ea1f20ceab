import { drawBarChart } from '../bar-chart.ts'
import type { DataSize } from '../api/data/records.ts'
import { median } from '../api/report/statistics.ts'
import { countLines } from './content-file.ts'
import type { Figures } from './measure.ts'
import { LOADS, type Load, type Measured } from './run.ts'

/** The medians of a load over all rounds. */
export interface Row extends Figures {
  readonly load: Load
}

const medianOf = (values: readonly (number | null)[]): number | null =>
  values.includes(null) ? null : median(values.map(Number))

const LOAD_NAMES = Object.keys(LOADS) as Load[]

export const summarize = (rounds: readonly Measured[]): readonly Row[] =>
  LOAD_NAMES.flatMap((load) => {
    const figures = rounds.flatMap((round) => round[load] ?? [])
    if (figures.length === 0) return []
    const of = (read: (each: Figures) => number | null): number | null => medianOf(figures.map(read))
    return [
      {
        load,
        seconds: of(({ seconds }) => seconds) ?? NaN,
        ownSeconds: of(({ ownSeconds }) => ownSeconds),
        postgresSeconds: of(({ postgresSeconds }) => postgresSeconds),
        peakMb: of(({ peakMb }) => peakMb),
      },
    ]
  })

const number = (value: number | null | undefined, digits = 0): string =>
  value?.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits }) ?? '–'

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const TITLES = [
  '',
  'seconds',
  'of the plain load',
  'lines/s',
  'CPU s import',
  'CPU s PostgreSQL',
  'peak memory MB',
]

/** The table of the loads in Markdown. */
export const formatTable = (rows: readonly Row[], size: DataSize): string => {
  const plain = rows.find(({ load }) => load === 'plain')?.seconds
  const cells = rows.map(({ load, seconds, ownSeconds, postgresSeconds, peakMb }) =>
    line([
      LOADS[load],
      number(seconds, 1),
      number(plain && seconds / plain, 2),
      number(countLines(size) / seconds),
      number(ownSeconds, 1),
      number(postgresSeconds, 1),
      number(peakMb),
    ]),
  )
  return [line(TITLES), `|---|${'--:|'.repeat(TITLES.length - 1)}`, ...cells].join('\n')
}

/** The seconds of the loads as bars. */
export const drawLoads = (rows: readonly Row[], size: DataSize): string => {
  const bars = rows.map(({ load, seconds }) => ({
    name: LOADS[load],
    value: seconds,
    label: number(seconds, 1),
  }))
  const title = `${number(countLines(size))} lines into an empty database`
  return drawBarChart({ groups: [{ title, bars }], scale: 'linear', note: 'seconds' })
}
