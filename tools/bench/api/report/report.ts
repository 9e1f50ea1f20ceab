import { drawBarChart } from '../../bar-chart.ts'
import { WORKLOADS } from '../workloads.ts'
import { formatTable, whole } from './tables.ts'
import { ratioToLimit, type Row, type ScenarioResult, type WorkloadResult } from './results.ts'

const milliseconds = (value: number): string => (value < 10 ? value.toFixed(1) : whole(value))
const ratio = (value: number | undefined): string => value?.toFixed(2) ?? '–'
const statements = (value: number | null): string => (value === null ? '–' : value.toFixed(1))

/** A median whose rounds deviate more than this has a mark. */
const DISTURBED = 0.15

const mark = (deviation: number): string => (deviation > DISTURBED ? ' *' : '')

const COLUMNS: readonly (readonly [title: string, cell: (row: Row, result: WorkloadResult) => string])[] = [
  ['requests/s', ({ figures, rateSpread }) => whole(figures.requestsPerSecond) + mark(rateSpread)],
  ['of the limit', (row, result) => ratio(ratioToLimit(result, row))],
  ['CPU µs server', ({ figures, cpuSpread }) => whole(figures.serverUs) + mark(cpuSpread)],
  ['CPU µs PostgreSQL', ({ figures, cpuSpread }) => whole(figures.postgresUs) + mark(cpuSpread)],
  ['p50 ms', ({ figures }) => milliseconds(figures.p50Ms)],
  ['p99 ms', ({ figures }) => milliseconds(figures.p99Ms)],
  ['statements', ({ figures }) => statements(figures.statements)],
  ['bytes', ({ figures }) => whole(figures.bytes)],
]

const tableOf = (result: WorkloadResult): string =>
  formatTable(
    ['', ...COLUMNS.map(([title]) => title)],
    result.rows.map((row) => [row.contestant, ...COLUMNS.map(([, cell]) => cell(row, result))]),
  )

const titleOf = ({ workload }: WorkloadResult): string => `${workload}: ${WORKLOADS[workload].title}`

/** The ratios of all workloads at a glance; nothing without the limit. */
const summaryOf = ({ workloads }: ScenarioResult): readonly string[] => {
  const names = workloads[0]?.rows.map(({ contestant }) => contestant) ?? []
  if (workloads.length < 2 || !names[0]?.startsWith('limit')) return []
  const rows = workloads.map((result) => [
    titleOf(result),
    ...result.rows.map((row) => ratio(ratioToLimit(result, row))),
  ])
  return [formatTable(['part of the limit', ...names], rows)]
}

const NOTE = `\\* The rounds deviate by more than ${DISTURBED * 100} % from the median: other work disturbed this figure.`

/** The tables of a scenario in Markdown. */
export const formatScenario = (result: ScenarioResult): string => {
  const text = [
    `## ${result.title}, ${result.size.articles.toLocaleString('en')} articles`,
    result.about,
    ...summaryOf(result),
    ...result.workloads.flatMap((each) => [`### ${titleOf(each)}`, tableOf(each)]),
  ].join('\n\n')
  return text.includes(' * |') ? `${text}\n\n${NOTE}` : text
}

/** The ratios to the limit as bars; null without the limit. */
export const drawReport = ({ workloads }: ScenarioResult): string | null => {
  const groups = workloads.map((result) => ({
    title: titleOf(result),
    bars: result.rows.flatMap((row) => {
      const value = ratioToLimit(result, row)
      return value === undefined ? [] : [{ name: row.contestant, value, label: ratio(value) }]
    }),
  }))
  if (groups.some(({ bars }) => bars.length === 0)) return null
  return drawBarChart({ groups, scale: 'linear', note: 'requests per second, as a part of the limit' })
}
