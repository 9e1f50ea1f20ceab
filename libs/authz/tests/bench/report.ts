import { type RowName, rowNames, rowTitles } from './workloads.ts'

export type Results = {
  readonly row: RowName
  readonly name: string
  readonly version: string
  /** Operations per second of CPU time. Undefined if a library does not support the task. */
  readonly rate: number | undefined
}[]

/** 22_345_678 is `22.3 M`. */
export function short(rate: number): string {
  const [divisor, unit] = rate >= 1e6 ? [1e6, ' M'] : rate >= 1e3 ? [1e3, ' k'] : [1, '']
  const value = rate / divisor
  return `${value >= 100 ? Math.round(value) : value.toPrecision(value >= 10 ? 3 : 2)}${unit}`
}

export const listNames = (results: Results) => [...new Set(results.map(({ name }) => name))]

export const findRate = (results: Results, row: RowName, name: string) =>
  results.find((result) => result.row === row && result.name === name)?.rate

/** A Markdown table with a row per task and a column per library. */
export function table(results: Results): string {
  const names = listNames(results)
  const titles = names.map((name) => {
    const version = results.find((result) => result.name === name)?.version
    return version ? `${name} ${version}` : name
  })
  const lines = rowNames.map((row) => {
    const cells = names.map((name) => {
      const rate = findRate(results, row, name)
      return rate === undefined ? '–' : short(rate)
    })
    return `| ${[rowTitles[row], ...cells].join(' | ')} |`
  })
  return [
    `| operations per CPU second | ${titles.join(' | ')} |`,
    `|---|${names.map(() => '--:|').join('')}`,
    ...lines,
  ].join('\n')
}
