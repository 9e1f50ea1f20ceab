import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import type { BenchArguments } from '../arguments.ts'
import type { Cores } from '../cores.ts'
import { drawReport, formatScenario } from './report.ts'
import type { ScenarioResult } from './results.ts'
import { drawSizes, formatSizes } from './sizes-report.ts'

const DOCS = resolve(import.meta.dirname, '../../../../docs')
const PAGE = join(DOCS, 'performance.md')
const CHART = join(DOCS, 'performance.svg')
const SIZES_CHART = join(DOCS, 'sizes.svg')

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

/** Writes a table and a chart that compare the sizes of the data. */
const writeSizes = (results: readonly ScenarioResult[], run: string): void => {
  writeFileSync(
    PAGE,
    replaceSection(readFileSync(PAGE, 'utf8'), 'sizes', `${formatSizes(results)}\n\n${run}`),
  )
  writeFileSync(SIZES_CHART, drawSizes(results))
}

/** Writes the scenarios to the page, and the first one that has the limit to the chart. */
export const writePage = (results: readonly ScenarioResult[], run: string): void => {
  if (new Set(results.map(({ size }) => size)).size > 1) return writeSizes(results, run)
  let page = readFileSync(PAGE, 'utf8')
  for (const [name, group] of Object.entries(Object.groupBy(results, (result) => result.name)))
    page = replaceSection(page, name, [...group.map(formatScenario), run].join('\n\n'))
  writeFileSync(PAGE, page)
  const servers = results.find(({ name }) => name === 'servers')
  const chart = servers && drawReport(servers)
  if (chart) writeFileSync(CHART, chart)
}
