import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import type { BenchArguments } from '../arguments.ts'
import type { Cores } from '../cores.ts'
import { drawGrowth, formatGrowth } from '../growth/report.ts'
import type { GrowthResult } from '../growth/results.ts'
import type { BenchResults } from '../run.ts'
import { drawReport, formatScenario } from './report.ts'
import type { ScenarioResult } from './results.ts'
import { drawSizes, formatSizes } from './sizes-report.ts'

const DOCS = resolve(import.meta.dirname, '../../../../docs')
const PAGE = join(DOCS, 'performance.md')

/** The machine that all figures depend on. */
export const describeMachine = (): string => {
  const [cpu] = cpus()
  const gib = Math.round(totalmem() / 2 ** 30)
  return `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${cpu?.model.trim()}, ${gib} GiB, Node ${process.versions.node}`
}

/** The machine and the arguments that the figures depend on. */
export const describeRun = (
  { rounds, seconds, warmUpSeconds }: BenchArguments,
  cores: Cores | null,
): string => {
  const pinned =
    cores === null
      ? 'no process pinned to a core'
      : `servers on core ${cores.server}, the rest on core ${cores.others}`
  return `${rounds} rounds of ${seconds} s after ${warmUpSeconds} s of warm-up, 32 connections; ${describeMachine()}; ${pinned}.`
}

/** A link definition in the form of Prettier, which neither GitHub nor the guides of a service show. */
export const mark = (text: string): string => `[//]: # '${text}'`

/** Replaces the text between the marks of a section, or adds the section at the end of the page. */
export const replaceSection = (page: string, name: string, text: string): string => {
  const [begin, end] = [mark(`results ${name}`), mark(`end of results ${name}`)]
  const section = `${begin}\n\n${text}\n\n${end}`
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from === -1 || to === -1) return `${page.trimEnd()}\n\n${section}\n`
  return page.slice(0, from) + section + page.slice(to + end.length)
}

/** A part of the page, with its chart if it has one. */
interface Section {
  readonly name: string
  readonly text: string
  readonly chart: { readonly file: string; readonly svg: string } | null
}

/** A table and a chart that compare the sizes of the data. */
const sizesSection = (results: readonly ScenarioResult[]): Section => ({
  name: 'sizes',
  text: formatSizes(results),
  chart: { file: 'sizes.svg', svg: drawSizes(results) },
})

/** The page shows the chart of the servers above their section. */
const scenarioSection = (result: ScenarioResult): Section => {
  const { name } = result
  const [file, svg] = [name === 'servers' ? 'performance.svg' : `${name}.svg`, drawReport(result)]
  const image =
    svg === null || name === 'servers' ? [] : [`![${result.title}, as a part of the limit](${file})`]
  return {
    name,
    text: [formatScenario(result), ...image].join('\n\n'),
    chart: svg === null ? null : { file, svg },
  }
}

/** The tables of all sizes, and the chart of the largest. */
const growthSection = (results: readonly GrowthResult[], largest: GrowthResult): Section => ({
  name: 'growth',
  text: [...results.map(formatGrowth), '![CPU time per object or KiB in each step](growth.svg)'].join('\n\n'),
  chart: { file: 'growth.svg', svg: drawGrowth(largest) },
})

/** What a run changes on the page: a table of sizes if it has several, and otherwise its scenarios. */
export const listSections = ({ scenarios, growth }: BenchResults): readonly Section[] => {
  const sizes = new Set(scenarios.map(({ size }) => size)).size
  const largest = growth.at(-1)
  return [
    ...(sizes > 1 ? [sizesSection(scenarios)] : scenarios.map(scenarioSection)),
    ...(largest === undefined ? [] : [growthSection(growth, largest)]),
  ]
}

/** Writes the tables to the page, and the charts beside it. */
export const writePage = (results: BenchResults, run: string): void => {
  let page = readFileSync(PAGE, 'utf8')
  for (const { name, text, chart } of listSections(results)) {
    page = replaceSection(page, name, `${text}\n\n${run}`)
    if (chart !== null) writeFileSync(join(DOCS, chart.file), chart.svg)
  }
  writeFileSync(PAGE, page)
}
