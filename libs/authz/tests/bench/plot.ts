import { drawBarChart } from '../../../../tools/bench/bar-chart.ts'
import { type Results, listNames, findRate, short } from './report.ts'
import { rowNames, rowTitles } from './workloads.ts'

/** A bar chart with a logarithmic scale, because the results differ by orders of magnitude. */
export function plot(results: Results): string {
  const groups = rowNames.map((row) => ({
    title: rowTitles[row],
    bars: listNames(results).flatMap((name) => {
      const value = findRate(results, row, name)
      return value === undefined ? [] : [{ name, value, label: short(value) }]
    }),
  }))
  return drawBarChart({
    groups,
    scale: 'logarithmic',
    note: 'operations per second of CPU time, logarithmic scale',
  })
}
