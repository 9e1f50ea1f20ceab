import { drawBarChart } from '../../bar-chart.ts'
import type { Figures } from '../measure.ts'
import { WORKLOADS, type WorkloadName } from '../workloads.ts'
import type { ScenarioResult } from './results.ts'
import { formatLine } from './tables.ts'

/** The figures of a contestant with a workload, in the order of the sizes. */
interface Series {
  readonly workload: WorkloadName
  readonly contestant: string
  readonly figures: readonly Figures[]
}

/** All results are of the same scenario. */
const listSeries = (results: readonly ScenarioResult[]): readonly Series[] =>
  (results[0]?.workloads ?? []).flatMap(({ workload, rows }, place) =>
    rows.map(({ contestant }, row) => ({
      workload,
      contestant,
      figures: results.flatMap(({ workloads }) => workloads[place]?.rows[row]?.figures ?? []),
    })),
  )

const listSizes = (results: readonly ScenarioResult[]): readonly string[] =>
  results.map(({ size }) => `${size.articles.toLocaleString('en')} articles`)

const cost = ({ serverUs, postgresUs }: Figures): string =>
  `${Math.round(serverUs)} + ${Math.round(postgresUs)}`

/** A table of the CPU time per request with each size. */
export const formatSizes = (results: readonly ScenarioResult[]): string => {
  const sizes = listSizes(results)
  const rows = listSeries(results).map(({ workload, contestant, figures }) =>
    formatLine([`${workload}: ${WORKLOADS[workload].title}`, contestant, ...figures.map(cost)]),
  )
  return [
    `## ${sizes[0]} to ${sizes.at(-1)}`,
    'CPU time per request, in µs: of the server, and of PostgreSQL. Each article has ten comments, and each tenth article adds a user.',
    '![CPU time per request with each size](sizes.svg)',
    [formatLine(['', 'server', ...sizes]), `|---|---|${'--:|'.repeat(sizes.length)}`, ...rows].join('\n'),
  ].join('\n\n')
}

/** The CPU time of the server and of PostgreSQL as bars, on a logarithmic scale: equal bars are a flat cost. */
export const drawSizes = (results: readonly ScenarioResult[]): string => {
  const sizes = listSizes(results)
  const groups = listSeries(results).map(({ workload, contestant, figures }) => ({
    title: `${workload}, ${contestant}`,
    bars: figures.map((each, place) => ({
      name: sizes[place] ?? '',
      value: each.serverUs + each.postgresUs,
      label: `${cost(each)} µs`,
    })),
  }))
  return drawBarChart({
    groups,
    scale: 'logarithmic',
    note: 'CPU time of the server + PostgreSQL per request',
  })
}
