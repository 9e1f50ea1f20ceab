import { drawBarChart } from '../../bar-chart.ts'
import { formatTable, whole } from '../report/tables.ts'
import { costPerUnit, factorOf, type GrowthResult, type SeriesResult, type StepResult } from './results.ts'

/** More than this is marked. */
const MOST_GROWTH = 1.5

const short = (value: number): string => (value < 100 ? value.toFixed(1) : whole(value))

const markFactor = (factor: number | null): string => {
  if (factor === null) return '–'
  return factor > MOST_GROWTH ? `**${factor.toFixed(2)}**` : factor.toFixed(2)
}

const HEAD = (unit: string): readonly string[] => [
  'step',
  'objects',
  'bytes',
  'CPU µs server',
  'CPU µs PostgreSQL',
  `server per ${unit}`,
  `PostgreSQL per ${unit}`,
  'factor',
]

const cellsOf = (series: SeriesResult, step: StepResult, place: number): readonly string[] => {
  const { bytes, serverUs, postgresUs } = step.row.figures
  const cost = costPerUnit(series, step)
  return [
    whole(step.step),
    short(step.objects),
    whole(bytes),
    whole(serverUs),
    whole(postgresUs),
    short(cost.serverUs),
    short(cost.postgresUs),
    markFactor(factorOf(series, place)),
  ]
}

const formatSeries = (series: SeriesResult): string =>
  [
    `### By the ${series.title}`,
    formatTable(
      HEAD(series.unit),
      series.steps.map((step, place) => cellsOf(series, step, place)),
    ),
  ].join('\n\n')

/** A table for each series in Markdown. */
export const formatGrowth = ({ size, series }: GrowthResult): string =>
  [
    `## Growth, ${size.articles.toLocaleString('en')} articles`,
    `CPU time of the service and of PostgreSQL in µs, per request and per object of the response. The factor compares the CPU time of both, per object, with the step before. A factor above ${MOST_GROWTH} is bold.`,
    ...series.filter(({ steps }) => steps.length > 0).map(formatSeries),
  ].join('\n\n')

/** The CPU time per object or KiB as bars: equal bars are a flat cost. */
export const drawGrowth = ({ series }: GrowthResult): string =>
  drawBarChart({
    groups: series.map((each) => ({
      title: `By the ${each.title}, per ${each.unit}`,
      bars: each.steps.map((step) => {
        const { bothUs } = costPerUnit(each, step)
        return { name: whole(step.step), value: bothUs, label: `${short(bothUs)} µs` }
      }),
    })),
    scale: 'logarithmic',
    note: 'CPU time of the server + PostgreSQL per object, or per KiB of the response',
  })
